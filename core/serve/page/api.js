// Requests to the server. Each request includes the language of the page.

import { language, translate } from "./i18n.js";

/** @import * as protocol from "../protocol.js" */

/** A request that the server refused. */
export class ApiError extends Error {
  /**
   * @param {protocol.Fault} fault
   * @param {number} status
   */
  constructor(fault, status) {
    super(fault.reason);
    this.fault = fault;
    this.status = status;
  }
}

/**
 * Returns the reason why a request failed: the server refused it, or could not be reached.
 * @param {unknown} error
 * @returns {protocol.Fault}
 */
export function faultOf(error) {
  return error instanceof ApiError ? error.fault : { reason: error instanceof Error ? error.message : `${error}` };
}

/**
 * Returns the URL of a path in this game's API.
 * @param {string} path
 */
export function apiUrl(path) {
  return `api/${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
}

/**
 * Reads a part of the game.
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
async function get(path) {
  return body(await fetch(apiUrl(path)));
}

/**
 * Posts a request. Returns the reply.
 * @template T
 * @param {string} path
 * @param {object} request
 * @returns {Promise<T>}
 */
async function post(path, request = {}) {
  const headers = { "content-type": "application/json", "x-grognard": "1" };
  const sent = fetch(apiUrl(path), { method: "POST", headers, body: JSON.stringify(request) });
  const response = await sent.catch(() => null);
  if (!response) throw new Error(translate("The server cannot be reached; nothing was decided."));
  return body(response);
}

/**
 * @template T
 * @param {Response} response
 * @returns {Promise<T>}
 */
async function body(response) {
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  const value = isJson ? await response.json() : await response.text();
  if (response.ok) return value;
  throw new ApiError(isJson ? value : { reason: response.statusText }, response.status);
}

const quote = encodeURIComponent;

/** The requests that a game page makes. */
export const game = {
  /** @returns {Promise<string>} */
  mapPicture: () => get("map.svg"),
  /** @returns {Promise<protocol.BoardMap>} */
  map: () => get("map.json"),
  /** @returns {Promise<string>} */
  legend: () => get("key.svg"),
  /** @returns {Promise<protocol.Chart[]>} */
  charts: () => get("charts.json"),
  /** @returns {Promise<protocol.Rulebook[]>} */
  rules: () => get("rules.json"),
  /** @returns {Promise<protocol.ScoreLine[]>} */
  score: () => get("score"),
  /** @returns {Promise<protocol.History>} */
  history: () => get("history"),
  /** @returns {Promise<protocol.Absence | null>} */
  absence: () => get("absence"),
  /** @returns {Promise<protocol.WhatIf>} */
  whatIf: () => get("what-if"),
  /** @type {(moment: number) => Promise<protocol.Snapshot>} */
  moment: (moment) => get(`history/${moment}`),
  /** @type {(layer: string, side: string) => Promise<protocol.Layer>} */
  layer: (layer, side) => get(`layer/${quote(layer)}?side=${quote(side)}`),
  /** @type {(request: protocol.AnswerRequest) => Promise<protocol.Done>} */
  answer: (request) => post("answer", request),
  /** @returns {Promise<protocol.UndoReply>} */
  undo: () => post("undo"),
  /** @returns {Promise<protocol.Done>} */
  redo: () => post("redo"),
  /** @returns {Promise<protocol.Done>} */
  hurry: () => post("hurry"),
  /** @returns {Promise<protocol.Done>} */
  advice: () => post("advice"),
  /** @type {(request: protocol.ConsentRequest) => Promise<protocol.Done>} */
  consent: (request) => post("consent", request),
  /** @type {(request: protocol.ForkRequest) => Promise<protocol.GameLinks>} */
  fork: (request) => post("fork", request),
  /** @type {(query: protocol.WhyQuery) => Promise<protocol.Why>} */
  why: (query) => post("why", query),
  /** @type {(query: protocol.OddsQuery) => Promise<protocol.Odds>} */
  odds: (query) => post("odds", query),
  /** @type {(query: protocol.ContactQuery) => Promise<protocol.Odds>} */
  contact: (query) => post("contact", query),
};

/** The requests that the lobby page makes. */
export const lobby = {
  /** @returns {Promise<protocol.Packs>} */
  packs: () => get("packs.json"),
  /** @returns {Promise<protocol.GameItem[]>} */
  games: () => get("games.json"),
  /** @type {(request: protocol.NewGame) => Promise<protocol.GameLinks>} */
  createGame: (request) => post("games", request),
  /** @type {(request: protocol.LinkRequest) => Promise<protocol.RoleLink>} */
  createLink: (request) => post("links", request),
  /** @type {(query: protocol.SearchQuery) => Promise<protocol.PackSearch>} */
  searchPacks: (query) => post("packs/search", query),
  /** @type {(pack: protocol.OfferedPack) => Promise<protocol.PackDescription>} */
  describePack: (pack) => post("packs/describe", pack),
  /** @type {(pack: protocol.OfferedPack) => Promise<protocol.PackInstallation>} */
  installPack: (pack) => post("packs/install", pack),
  /** @type {(request: protocol.EnableRequest) => Promise<protocol.Done>} */
  enablePack: (request) => post("packs/enable", request),
  /** @type {(request: protocol.RemoveRequest) => Promise<protocol.PackRemoval>} */
  removePack: (request) => post("packs/remove", request),
};

/**
 * Takes back answers, up to the first that needs the consent of others.
 * @param {number} count
 */
export async function undoTimes(count) {
  for (let left = count; left > 0; left--) if ((await game.undo()).consent.length > 0) return;
}

/**
 * Brings back answers that were taken back.
 * @param {number} count
 */
export async function redoTimes(count) {
  for (let left = count; left > 0; left--) await game.redo();
}
