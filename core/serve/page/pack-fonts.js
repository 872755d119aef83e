// The fonts that packs bring.

/** @import { MapFont } from "../protocol.js" */

/** The variable of the style sheets for each role. */
const VARIABLES = { title: "--caps", text: "--serif", map: "--map-names", counter: "--figures" };

/**
 * Puts the packs' fonts before the page's own, which remain for characters that they lack.
 * @param {MapFont[]} fonts
 */
export function usePackFonts(fonts) {
  const root = document.documentElement;
  for (const { role, address } of fonts) {
    const family = `pack-${role}`;
    const face = new FontFace(family, `url("${address}")`, { weight: "100 900", display: "swap" });
    document.fonts.add(face);
    // A font that does not arrive leaves the page's own in place.
    face.load().catch(() => document.fonts.delete(face));
    const own = getComputedStyle(root).getPropertyValue(VARIABLES[role]);
    root.style.setProperty(VARIABLES[role], `"${family}", ${own}`);
  }
}
