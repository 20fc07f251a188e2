/** What the page around a player offers to its controls and panels, and what they offer to the page. */

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {{ width: number, height: number }} Extent in CSS pixels */
/** @typedef {[top: number, right: number, bottom: number, left: number]} Insets in CSS pixels; bottom: measured from the controls */
/**
 * @typedef {object} ClipList
 * @property {string} mode `list` while it lists clips
 * @property {boolean} expanded
 * @property {boolean} several the visitor has opened at least two clips
 * @property {() => unknown} toggle shows or hides it
 * @property {(by: 1 | -1) => unknown} step opens the next clip or the one before
 * @property {() => { name: string, note: string, current: boolean, choose: () => void }[]} choices the clips that can be played
 * @property {() => { name: string, worn: boolean, choose: () => Promise<void> }[]} figures the visitor's other clips, on whose figures the motion can be played
 * @property {() => unknown} askForOther asks which clip is to be compared with the one that plays
 * @property {(file: import('../types.d.ts').Source | null) => import('../types.d.ts').Source[]} picturesOf pictures that were opened together with a file
 */
/**
 * @typedef {object} PageParts
 * @property {() => void} [chooseFiles] opens a dialogue to choose files
 * @property {ClipList} [clips] the list of clips
 * @property {import('./history.js').History} [history] once there are controls
 * @property {import('./room.js').Room} [room] what stands around the stage, once there are controls
 * @property {(size: Extent) => Insets | false} [insets] the room that the page's own elements will cover beside the figure, until they are there
 */

/** @type {WeakMap<Session, PageParts>} */
const offers = new WeakMap();

/** Adds to what the page offers. @param {Session} session @param {PageParts} parts */
export const offer = (session, parts) => {
  offers.set(session, { ...offers.get(session), ...parts });
};

/** @param {Session} session @returns {PageParts} */
export const pageParts = (session) => offers.get(session) ?? {};

/** @type {Insets} */
const NONE = [0, 0, 0, 0];

/** @param {Session} session @param {boolean} [wanted] */
export const pageInsets = (session, wanted = true) => (wanted && pageParts(session).insets?.(session.host.size)) || NONE;
