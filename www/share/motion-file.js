/** Converts the player's clip to files for other programs. */
import { panels } from '../player/element/rooms.js';
import { parseUnit, parseUp } from '../player/base/values.js';
import { fileName as fileName } from './downloads.js';
import { part } from './moments.js';
import { packetsOf } from '../player/session/packets-of.js';
import { refusal } from './refusal.js';
import { call } from '../player/loading/remote.js';
import { X } from './strings.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../types.d.ts').ConvertOptions} ConvertOptions */
/** @typedef {import('../types.d.ts').WriteOptions} WriteOptions */
/** @typedef {import('../types.d.ts').Written} Written */

/** @type {WriteOptions['format'][]} */
export const FORMATS = ['bvh', 'glb', 'gltf', 'vrma', 'asf', 'x3d', 'csv', 'npz', 'npy', 'skel'];
/** Formats of a motion with the rig of another program. @type {WriteOptions['format'][]} */
export const RIGGED = ['bvh', 'npy'];
/** Formats that contain the pictures of a skin. */
const PICTURED = ['glb', 'gltf'];
/** Formats with fixed units and axes. */
export const FIXED = ['glb', 'gltf', 'vrma', 'x3d', 'skel'];

/** @param {Session} session @param {ConvertOptions} options */
export const convert = async (session, options) => (await convertWithChanges(session, options)).files;

/** Returns the files, and how they differ from the clip. @param {Session} session @param {ConvertOptions} options */
export async function convertWithChanges(
  session,
  { format, as: rig, from, to, fps, unit, up, inPlace = session.get('inPlace'), signal = new AbortController().signal },
) {
  if (!FORMATS.includes(format)) throw refusal(new RangeError(`format is one of ${FORMATS.join(', ')}`));
  const rigs = Object.keys(X.rigs);
  if (rig && !rigs.includes(rig)) throw refusal(new RangeError(`as is one of ${rigs.join(', ')}`));
  if (rig && !RIGGED.includes(format)) throw refusal(new RangeError(`with as, format is one of ${RIGGED.join(', ')}`));
  if (fps !== undefined && !(fps > 0 && fps < Infinity)) throw refusal(new RangeError('fps takes a number above 0'));
  const metres = parseUnit(unit ?? '');
  const axis = parseUp(up ?? '');
  if ((unit && !metres) || (up && !axis))
    throw refusal(new RangeError('unit takes m, cm, mm, dm, in, cmu or metres; up takes x, y, z, -x, -y or -z'));
  if (!session.complete) throw refusal(new DOMException(X.notComplete, 'InvalidStateError'));
  const [start, end] = part(session, { from: from ?? 0, to: to ?? session.playback.duration });
  const whole = start === 0 && end === session.playback.duration;
  const [sourceMetres, sourceUp, frameTime, positions] = [
    session.get('unit'),
    session.get('up'),
    session.get('frameTime'),
    session.get('positions'),
  ];
  /** @type {WriteOptions} */
  const wanted = {
    format,
    behaviour: session.get('behaviour'),
    inPlace,
    ...(session.state.wears && { body: true }),
    ...(!whole && { from: start, to: end }),
    ...(fps && { rate: fps }),
    ...(metres && { metres }),
    ...(axis && { up: axis }),
    ...(sourceMetres && { sourceMetres }),
    ...(sourceUp && { sourceUp }),
    ...(frameTime && { frameTime }),
    ...(positions !== 'auto' && { positions }),
  };
  if (PICTURED.includes(format) && session.info?.pictures.length)
    wanted.pictures = await (await panels(session.element))?.pictureFiles(session);
  const clip = session.info?.name ?? '';
  // The file that was opened keeps its name for itself.
  const about = [session.source?.mended && 'mended', rig].filter(Boolean).join('-');
  const packets = await packetsOf(session, signal);
  /** @type {Written[]} */
  const written =
    rig || format === 'vrma'
      ? await call('marey_targets', 'writeAs', [packets, { ...wanted, ...(rig && { rig }) }], signal)
      : await call('marey_write', 'writeFiles', [packets, wanted], signal);
  const files = written.map(({ extension, bytes }) => new File([bytes], fileName(clip, about, `model/${extension}`)));
  return { files, changes: written[0]?.changes ?? {} };
}
