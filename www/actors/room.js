/** How many figures a device draws at a time. */

/** Most joints of all figures together on a phone: 24 figures of 29 joints. */
const MOST_JOINTS = 700;
/** The shorter side of a phone's screen, CSS pixels. */
const SMALL = 600;
/** Figures that are drawn at least, whatever their joints. */
const FEWEST = 3;

/** The most figures of a clip that are drawn at a time. @param {{ joints: unknown[] } | null} info */
export function roomFor(info) {
  const phone = matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) <= SMALL;
  return phone && info ? Math.max(FEWEST, Math.floor(MOST_JOINTS / Math.max(1, info.joints.length))) : Infinity;
}
