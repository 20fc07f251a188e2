/** What the wall knows about a clip. */

/**
 * @typedef {object} Item
 * @property {string} name
 * @property {string} title the whole name, or why it cannot be read
 * @property {string} note the length, or what the file is, in a few words
 * @property {string} format a family of formats, such as `ASF/AMC`
 * @property {string} folder '' if it is in none
 * @property {number | null} seconds null until it has been read
 * @property {number | null} joints
 * @property {number | null} warnings
 * @property {number | null} movement how far its joints move about their mean places, as a share of its height
 * @property {number} date milliseconds since 1970; 0 if unknown
 * @property {boolean} bad it cannot be read
 * @property {boolean} current it is on the player's stage
 * @property {number} bytes of its file
 */
/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').Source} Source */

/**
 * What the wall asks of the page. Items stay the same objects while the clips are there.
 * @typedef {object} Collection
 * @property {() => Item[]} items
 * @property {(item: Item) => Source} source the file to read, with its companions
 * @property {(item: Item, info: ClipInfo & { movement: number } | null, fault: Fault | null) => void} learn the file has been read for a picture
 * @property {(item: Item) => void} play opens it in the player
 * @property {(items: Item[]) => void} compare opens the first in the player, and the others beside it
 * @property {() => void} list shows the player and the list
 * @property {() => void} home shows the welcome
 * @property {() => void} open asks for more files
 * @property {() => void} rest no picture is waited for: other files may be read
 */

export {};
