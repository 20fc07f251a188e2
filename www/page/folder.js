/** The motion files of a dropped folder, in the order of their names. */

/**
 * Walks with a list, not with recursion: folders nest as deep as they like.
 * @param {FileSystemDirectoryEntry} root
 * @param {RegExp} wanted
 * @param {number} most
 */
export async function walk(root, wanted, most) {
  /** @type {File[]} */
  const files = [];
  const folders = [root];
  for (let folder = folders.shift(); folder && files.length < most; folder = folders.shift()) {
    for (const entry of await read(folder)) {
      if (entry.isDirectory) folders.push(/** @type {FileSystemDirectoryEntry} */ (entry));
      else if (wanted.test(entry.name)) files.push(await fileOf(/** @type {FileSystemFileEntry} */ (entry)));
    }
  }
  return files.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}

/** @param {FileSystemDirectoryEntry} folder */
async function read(folder) {
  const reader = folder.createReader();
  /** @type {FileSystemEntry[]} */
  const all = [];
  // One call gives a hundred entries at most.
  for (;;) {
    const some = await new Promise((/** @type {(entries: FileSystemEntry[]) => void} */ resolve) => reader.readEntries(resolve, () => resolve([])));
    if (!some.length) return all;
    all.push(...some);
  }
}

/** @param {FileSystemFileEntry} entry @returns {Promise<File>} */
const fileOf = (entry) => new Promise((resolve, reject) => entry.file(resolve, reject));
