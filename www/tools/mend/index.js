/** Mends the motion: gaps, spikes, trembling, a tilted floor, sliding feet, the seam of a loop. Its panel is fetched with it. */
import css from './mend.css';
import { style } from '../../player/element/shell.js';
import { build } from './panel.js';
import { F } from './strings.js';

/** Opens the panel, or closes it. @param {import('../../controls/controls.js').Controls} ui */
export function press({ panels, shadow }) {
  style(shadow, css);
  panels.toggle({ name: 'mend', title: F.title, build });
}
