/** How many figures a device draws at a time. */

/** Most joints of all figures together on a phone: 24 figures of 29 joints. */
const MOST_JOINTS = 700;
/** The shorter side of a phone's screen, CSS pixels. */
const SMALL = 600;
/** Figures that are drawn at least, whatever their joints. */
const FEWEST = 3;

const isPhone = () => matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) <= SMALL;

/** The most figures of a clip that are drawn at a time. @param {{ joints: unknown[] } | null} info */
export const roomFor = (info) =>
  isPhone() && info ? Math.max(FEWEST, Math.floor(MOST_JOINTS / Math.max(1, info.joints.length))) : Infinity;

/** How many of these figures are drawn, the first ones. @param {({ joints: unknown[] } | null)[]} infos */
export function fitting(infos) {
  let joints = 0;
  const over = isPhone() ? infos.findIndex((info, index) => (joints += info?.joints.length ?? 0) > MOST_JOINTS && index >= FEWEST) : -1;
  return over < 0 ? infos.length : over;
}
