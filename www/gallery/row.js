/** A row of a gallery's table as an item of the wall. */
import { factsIn, rigWords } from '../wall/filter.js';

/** @typedef {import('./table.js').Table} Table */

/** Texts of labels on a card. */
const MOST_SAID = 6;

/** @param {number} seconds */
const length = (seconds) => {
  if (seconds < 1) return `${seconds.toFixed(2)} s`;
  return seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
};

/** @implements {Item} @typedef {import('../wall/item.js').Item} Item */
export class Row {
  bad = false;
  current = false;
  date = 0;
  bytes = 0;
  #names = '';
  #facts = '';
  /** @type {Record<string, string[]> | null} */
  #own = null;

  /** @param {Table} table @param {number} row */
  constructor(table, row) {
    this.table = table;
    this.row = row;
  }

  /** Whether its card can be drawn. */
  get known() {
    return this.table.has(this.row);
  }
  get path() {
    return this.table.columns.path[this.row] ?? '';
  }

  /** The path without its extension. */
  get #stem() {
    const { path } = this;
    const end = path.lastIndexOf('.');
    return end > path.lastIndexOf('/') + 1 ? path.slice(0, end) : path;
  }

  get name() {
    return this.#stem.slice(this.#stem.lastIndexOf('/') + 1);
  }

  get folder() {
    return this.path.slice(0, Math.max(0, this.path.lastIndexOf('/')));
  }
  get title() {
    return this.path;
  }
  get format() {
    return this.table.columns.format[this.row] ?? '';
  }
  get rig() {
    return this.table.complete ? (this.table.columns.rig_name[this.row] ?? '') : null;
  }
  get joints() {
    return this.table.columns.joints[this.row] ?? null;
  }
  get warnings() {
    return this.table.columns.warnings[this.row] ?? null;
  }
  get travel() {
    return this.table.columns.travel_m[this.row] ?? null;
  }
  get movement() {
    return this.table.columns.liveliness[this.row] ?? null;
  }
  get duplicate() {
    const first = this.table.columns.duplicate_of[this.row] ?? null;
    return first !== null || this.table.firsts.has(this.path);
  }
  get outlier() {
    return (this.table.columns.outlier[this.row] ?? null) !== null;
  }
  get seconds() {
    return this.table.columns.seconds[this.row] ?? null;
  }

  get note() {
    const { frames } = this.table.columns;
    if (this.seconds === null) return '';
    return frames[this.row] > 1 ? length(this.seconds) : 'still';
  }

  get #texts() {
    return (this.table.columns.labels[this.row] ?? '').split('\n').filter(Boolean);
  }
  get said() {
    return this.#texts.slice(0, MOST_SAID).join(' \u00b7 ');
  }
  get labels() {
    return this.#texts.join(' ').toLowerCase();
  }
  get columns() {
    return (this.#own ||= this.table.complete ? this.table.own(this.row) : null) ?? {};
  }

  get searched() {
    return this;
  }
  get names() {
    return (this.#names ||= `${this.#stem} ${this.format} ${rigWords(this.rig)} ${this.labels}`.toLowerCase());
  }
  get facts() {
    return (this.#facts ||= factsIn(this, `${Math.round(this.table.columns.fps[this.row] * 10) / 10} fps`));
  }

  /** Makes what searches look through, once. */
  prepare() {
    void this.names;
    void this.facts;
  }

  /** The folder of its files in the site. */
  get #place() {
    return `clips/${this.table.columns.slug[this.row]}`;
  }
  get href() {
    return this.known ? `${this.#place}.html` : '';
  }
  get poster() {
    return this.known && this.table.columns.poster_s[this.row] !== null ? `${this.#place}/poster.svg` : null;
  }
  /** The packed motion. */
  get motion() {
    return this.known && this.table.columns.packed_bytes[this.row] !== null
      ? `${this.#place}/${this.table.columns.slug[this.row]}.marey`
      : null;
  }
}
