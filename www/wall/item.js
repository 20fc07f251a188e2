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
 * @property {string | null} rig the convention of its joints' names, such as `Mixamo names`; '' if that is no known one, null if nobody has looked
 * @property {string} [said] what somebody wrote about it, in few words
 * @property {string} [labels] all that somebody wrote about it, in lower case
 * @property {Record<string, string[]>} [columns] columns of one's own with their values
 * @property {number | null} warnings
 * @property {number | null} movement how far its joints move about their mean places, as a share of its height
 * @property {number | null} travel length of its path along the floor, metres; null if that or its unit is unknown
 * @property {number} date milliseconds since 1970; 0 if unknown
 * @property {boolean} [duplicate] another clip has the same motion, as far as that is known
 * @property {boolean} [outlier] it is unlike the others, as far as that is known
 * @property {boolean} bad it cannot be read
 * @property {boolean} current it is on the player's stage
 * @property {number} bytes of its file
 * @property {import('./filter.js').Searched} [searched] where the item keeps it; else it is made of the others
 * @property {string} [href] the address of its page, if clips have pages; '' until it is known
 */
/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {{ movement: number, travel: number | null }} Measured as in an item */
/** @typedef {Pick<ClipInfo, 'format' | 'frameCount' | 'duration' | 'skeletonFile' | 'skeletonDoubt' | 'pictures' | 'notes'> & { jointCount: number, warningCount: number } & Measured} Summary what is kept of a clip that was read */

/**
 * What the wall asks of the page. Items stay the same objects while the clips are there.
 * @typedef {object} Collection
 * @property {() => Item[]} items
 * @property {(item: Item) => Source} source the file to read, with its companions
 * @property {() => boolean} [keeps] whether the visitor wants clips to be kept in this browser; then their pictures are, too
 * @property {(item: Item, info: Summary | null, fault: Fault | null) => void} learn the file has been read for a picture, now or at an earlier visit
 * @property {(item: Item) => void} play opens it in the player
 * @property {(items: Item[]) => void} compare opens the first in the player, and the others beside it
 * @property {() => void} list shows the player and the list
 * @property {() => void} home shows the welcome
 * @property {() => void} open asks for more files
 * @property {() => void} rest no picture is waited for: other files may be read
 */

export {};
