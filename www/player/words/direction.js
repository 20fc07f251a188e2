/** The direction in which texts are written that people bring along, such as labels. */

/** A letter of a script that is written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Adlm}\p{Script=Arab}\p{Script=Hebr}\p{Script=Nkoo}\p{Script=Syrc}\p{Script=Thaa}]/u;

/** The direction of a text: that of its first letter. @param {string} text @returns {'rtl' | 'ltr'} */
export const directionOf = (text) => (RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr');
