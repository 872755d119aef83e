// A game like a finished one, with sides swapped. The page can create it if it was opened from the lobby. If not, it can
// only start this game again.

import { ApiError, game } from "./api.js";
import { language } from "./i18n.js";

/** @import { Game, GameItem, GameLinks, NewGame, RoleLink } from "../protocol.js" */

/** The storage key for the address of the lobby from which this tab came. */
const KEY = "grognard.lobby";

/** Remembers the address of the lobby, in its own page. */
export function rememberLobby() {
  sessionStorage.setItem(KEY, location.pathname);
}

/** Returns the address of the lobby, if this tab came from there. */
export function lobbyAddress() {
  return sessionStorage.getItem(KEY);
}

/**
 * @template T
 * @param {string} path
 * @param {object | null} [request]
 * @returns {Promise<T>}
 */
async function ask(path, request = null) {
  const headers = { "content-type": "application/json", "x-grognard": "1" };
  const options = request ? { method: "POST", headers, body: JSON.stringify(request) } : {};
  const response = await fetch(`${lobbyAddress()}api/${path}?lang=${language}`, options);
  const value = await response.json();
  if (response.ok) return value;
  throw new ApiError(value, response.status);
}

/**
 * Returns this game in the list of games of the lobby; `null` if it cannot be told apart from others.
 * @param {Partial<Game>} finished
 * @returns {Promise<GameItem | null>}
 */
export async function itemOf({ id, seats, moment }) {
  if (!lobbyAddress()) return null;
  const games = await /** @type {Promise<GameItem[]>} */ (ask("games.json")).catch(() => []);
  const same = games.filter((item) => {
    const hasSeats = JSON.stringify(sorted(item.seats)) === JSON.stringify(sorted(seats));
    return item.over && item.scenario === id && item.decisions === moment && hasSeats;
  });
  return same.length === 1 ? same[0] : null;
}

/** @param {Record<string, string> | undefined} seats */
function sorted(seats) {
  return Object.entries(seats ?? {}).sort();
}

/**
 * Creates a game with the same rules, in which each player has the next side.
 * @param {GameItem} item
 * @param {string[]} sides
 * @returns {Promise<GameLinks>}
 */
export function rematch({ scenario = "", mods, options = [], seats = {} }, sides) {
  /** @type {NewGame} */
  const request = { scenario, mods, options: Object.fromEntries(options), seats: swapped(seats, sides) };
  return ask("games", request);
}

/**
 * Gives each side the player of the side before it.
 * @param {Record<string, string>} seats
 * @param {string[]} sides
 */
export function swapped(seats, sides) {
  return Object.fromEntries(sides.map((side, i) => [side, seats[sides.at(i - 1) ?? side]]));
}

/**
 * Creates a link for spectators.
 * @param {GameItem} item
 * @returns {Promise<string>}
 */
export async function spectatorLink(item) {
  const { path } = await /** @type {Promise<RoleLink>} */ (ask("links", { game: item.game, role: "spectator" }));
  return new URL(path, location.href).href;
}

/** Starts this game again, with the same dice. */
export function playAgain() {
  return game.fork({ moment: 0 });
}
