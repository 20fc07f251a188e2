/**
 * The table of a gallery's clips, `index.parquet`, read by ranges of bytes: its footer first, then the columns of the rows that are
 * shown, and all rows when somebody searches. A server that knows no ranges sends the whole file, once.
 */
import { parquetMetadataAsync, parquetRead } from 'hyparquet';

/** @typedef {import('hyparquet').AsyncBuffer} AsyncBuffer */
/** @typedef {import('hyparquet').FileMetaData} FileMetaData */
/**
 * The values of a column, by row; undefined for rows that are not loaded.
 * @typedef {object} Columns
 * @property {string[]} slug
 * @property {string[]} path
 * @property {number[]} frames
 * @property {number[]} seconds
 * @property {number[]} warnings
 * @property {(bigint | null)[]} packed_bytes null: the motion is not packed
 * @property {(number | null)[]} poster_s null: there is no poster
 * @property {(string | null)[]} labels what somebody wrote, a line each; null: nothing
 * @property {string[]} format
 * @property {number[]} joints
 * @property {number[]} fps
 * @property {(number | null)[]} travel_m
 * @property {(number | null)[]} liveliness
 * @property {(string | null)[]} rig_name null: no known rig
 * @property {(string | null)[]} duplicate_of the path of the first clip with the same motion; null if it is the first
 * @property {(string | null)[]} outlier in what it is unlike the others; null: in nothing
 */

/** @type {(keyof Columns)[]} */
const SHOWN = ['slug', 'path', 'frames', 'seconds', 'warnings', 'packed_bytes', 'poster_s', 'labels'];
/** @type {(keyof Columns)[]} */
const SEARCHED = ['format', 'joints', 'fps', 'travel_m', 'liveliness', 'rig_name', 'duplicate_of', 'outlier'];
/** Before the names of columns of one's own of labels. */
const OWN = 'label_';
/** Bytes of the first request. The footer of a hundred thousand clips fits. */
const TAIL = 1 << 16;

export class Table {
  /** What is loaded or on its way, by the names of columns and the group of rows. @type {Map<string, Promise<void>>} */
  #loads = new Map();
  /** Everything is there. */
  complete = false;
  /** The paths of clips whose motion others have, too. @type {Set<string | null>} */
  firsts = new Set();
  /** @type {string[]} */
  #own;
  /** @type {Set<number>} */
  #shown = new Set();

  /** @param {AsyncBuffer} file @param {FileMetaData} metadata */
  constructor(file, metadata) {
    this.file = file;
    this.metadata = metadata;
    this.rows = Number(metadata.num_rows);
    /** The names of columns of one's own in the file. */
    this.#own = metadata.schema.map(({ name }) => name).filter((name) => name.startsWith(OWN));
    const columns = [...SHOWN, ...SEARCHED, ...this.#own].map((name) => [name, new Array(this.rows)]);
    this.columns = /** @type {Columns} */ (Object.fromEntries(columns));
    /** The first row of each group. @type {number[]} */
    this.starts = [];
    let row = 0;
    for (const group of metadata.row_groups) {
      this.starts.push(row);
      row += Number(group.num_rows);
    }
  }

  /** @param {URL} url */
  static async open(url) {
    const file = await fileAt(url);
    return new Table(file, await parquetMetadataAsync(file, { initialFetchSize: TAIL, geoparquet: false }));
  }

  /** Whether what a card shows of a row is there. @param {number} row */
  has(row) {
    return this.#shown.has(this.groupOf(row));
  }

  /** @param {number} row */
  groupOf(row) {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.starts[middle] <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Loads what cards show of a group of rows. @param {number} group */
  async show(group) {
    await this.#load(group, SHOWN);
    this.#shown.add(group);
  }

  /** Loads all rows, with what is searched and sorted by. */
  async all() {
    if (this.complete) return;
    await Promise.all(this.starts.flatMap((_, group) => [this.show(group), this.#load(group, [...SEARCHED, ...this.#own])]));
    this.firsts = new Set(this.columns.duplicate_of);
    this.complete = true;
  }

  /** The values of a row in columns of one's own, by their names. @param {number} row @returns {Record<string, string[]>} */
  own(row) {
    // A column may be called as what every object has.
    /** @type {Record<string, string[]>} */
    const values = Object.create(null);
    for (const name of this.#own) {
      const value = /** @type {Record<string, (string | null)[]>} */ (/** @type {unknown} */ (this.columns))[name][row];
      if (value) values[name.slice(OWN.length)] = value.split('; ');
    }
    return values;
  }

  /** @param {number} group @param {string[]} columns */
  #load(group, columns) {
    const key = `${columns[0]} ${group}`;
    const known =
      this.#loads.get(key) ??
      this.#read(group, columns).catch((error) => {
        this.#loads.delete(key);
        throw error;
      });
    this.#loads.set(key, known);
    return known;
  }

  /** @param {number} group @param {string[]} columns */
  async #read(group, columns) {
    const { file, metadata } = this;
    await parquetRead({
      file,
      metadata,
      columns,
      rowStart: this.starts[group],
      rowEnd: this.starts[group + 1] ?? this.rows,
      onChunk: ({ columnName, columnData, rowStart }) => {
        const column = /** @type {unknown[]} */ (this.columns[/** @type {keyof Columns} */ (columnName)]);
        for (let index = 0; index < columnData.length; index += 1) column[rowStart + index] = columnData[index];
      },
    });
  }
}

/** A file on a server, whose end is there already. @param {URL} url @returns {Promise<AsyncBuffer>} */
async function fileAt(url) {
  const end = await answerTo(url, `bytes=-${TAIL}`);
  /** @type {Promise<ArrayBuffer> | null} */
  let whole = end.total === null ? Promise.resolve(end.bytes) : null;
  const byteLength = end.total ?? end.bytes.byteLength;
  const known = byteLength - end.bytes.byteLength;
  return {
    byteLength,
    async slice(from, to = byteLength) {
      if (whole) return (await whole).slice(from, to);
      if (from >= known) return end.bytes.slice(from - known, to - known);
      const part = await answerTo(url, `bytes=${from}-${to - 1}`);
      if (part.total === byteLength) return part.bytes;
      if (part.total !== null || part.bytes.byteLength !== byteLength)
        throw new Error('The index of the gallery has changed: load the page again.');
      whole = Promise.resolve(part.bytes);
      return part.bytes.slice(from, to);
    },
  };
}

/** A part of a file, and the bytes of the whole; null if this is the whole. @param {URL} url @param {string} range @returns {Promise<{ bytes: ArrayBuffer, total: number | null }>} */
async function answerTo(url, range) {
  let answer = await fetch(url, { headers: { range } });
  // Some servers know no ranges that count from the end.
  if (answer.status === 416) answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const total = answer.status === 206 ? Number(answer.headers.get('content-range')?.split('/')[1]) : NaN;
  return { bytes: await answer.arrayBuffer(), total: total > 0 ? total : null };
}
