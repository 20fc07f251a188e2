/** The standard human, a figure in a skin that comes with the player. */
import { fileAt } from '../../player/base/files.js';
import { HUMAN } from '../../player/session/link.js';

/** Its file. @returns {import('../../types.d.ts').Source} */
export const human = () => ({ name: 'human.x3d', written: HUMAN, url: fileAt(new URL('./human.x3d', import.meta.url)) });
