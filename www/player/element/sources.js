/** What a player loads: its files, or its address. */
import { readAs } from '../base/options.js';
import { MOTION } from '../loading/kinds.js';
import { PACKED, companions, nameOf, packedSource } from '../session/link.js';
import { fault } from '../words/errors.js';
import { parseMoment } from '../words/format.js';
import { S } from '../words/strings.js';

/** @typedef {import('./element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../session/session.js').Session} Session */

/** Loads the files, or else the address of `src`. @param {MareyPlayer} element @param {Session} session @param {(File | Blob)[] | null} files */
export function loadSource(element, session, files) {
  const address = element.getAttribute('src');
  if (files) session.load(fileSource(element, files), { eager: true });
  else if (!address) {
    session.empty();
    if (address === '') session.refuse(fault('link', S.errors.noAddress).fault);
  } else if (address.includes(PACKED)) {
    const [packed, moment = ''] = address.slice(address.indexOf(PACKED) + PACKED.length).split('&');
    session.load(packedSource(packed), momentOf(moment));
  } else {
    try {
      const url = new URL(address, document.baseURI);
      const intent = momentOf(url.hash.slice(1));
      if (intent.moment) url.hash = '';
      session.load(
        {
          name: nameOf(url),
          written: address,
          url: url.href,
          credentials: element.crossOrigin === 'use-credentials',
          companions: namedCompanions(element),
          ...readAs(element),
        },
        intent,
      );
    } catch {
      session.fail(fault('link', S.errors.linkSyntax).fault, S.errors.linkName);
    }
  }
}

/** The moment of a fragment, `t=2.5`, as in addresses of videos. @param {string} fragment @returns {import('../session/load.js').Intent} */
function momentOf(fragment) {
  const moment = parseMoment(new URLSearchParams(fragment).get('t'));
  return moment ? { moment } : {};
}

/** @param {MareyPlayer} element @param {(File | Blob)[]} files */
function fileSource(element, files) {
  const first = files.find((file) => file instanceof File && MOTION.test(file.name)) ?? files[0];
  const beside = files.filter((file) => file !== first);
  const name = (/** @type {Blob} */ file) => (file instanceof File ? file.name : 'clip');
  return {
    name: name(first),
    blob: first,
    companions: [...beside.map((blob) => ({ name: name(blob), blob })), ...namedCompanions(element)],
    ...readAs(element),
  };
}

/** @param {MareyPlayer} element */
function namedCompanions(element) {
  const [skeleton, skin] = ['skeleton', 'skin'].map((name) => element.getAttribute(name));
  return companions({ skeleton, skin }, (address) => new URL(address, document.baseURI), false);
}

/** The value of `srcObject` as a list. @param {unknown} object @returns {(File | Blob)[] | null} */
export function filesOf(object) {
  if (object === null || object === undefined) return null;
  const files = object instanceof Blob ? [object] : object instanceof FileList || Array.isArray(object) ? [...object] : [];
  if (!files.length || !files.every((file) => file instanceof Blob))
    throw new TypeError('srcObject takes a File, a Blob, or a list of files');
  return files;
}
