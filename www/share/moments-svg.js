/** The chronophotograph for paper, as SVG: from the side, to scale, with the figures that the player shows. */
import { recoloured } from '../moments/choose.js';
import { packetsOf } from '../player/session/packets-of.js';
import { refusal } from './refusal.js';
import { call } from '../player/loading/remote.js';
import { X } from './strings.js';

/** @typedef {import('../player/session/session.js').Session} Session */

/**
 * @param {Session} session with a chronophotograph @param {Pick<import('../types.d.ts').PictureOptions, 'theme' | 'background'>} options light and with a background unless they say otherwise
 * @returns {Promise<Blob>}
 */
export async function momentsSvg(session, { theme = 'light', background = true }) {
  await session.state.moments?.ready;
  const { moments } = session.state;
  if (!session.complete || !moments) throw refusal(new DOMException(X.notComplete, 'InvalidStateError'));
  const [sourceMetres, sourceUp, frameTime, positions] = [
    session.get('unit'),
    session.get('up'),
    session.get('frameTime'),
    session.get('positions'),
  ];
  const [from, to] = session.playback.span;
  /** @type {import('../types.d.ts').DrawMomentsOptions} */
  const wanted = {
    numbers: recoloured(moments, { tint: session.get('tint'), fade: session.get('fade'), theme }),
    yaw: moments.yaw,
    from,
    to,
    inRow: !moments.path.length,
    name: session.info?.name ?? '',
    dark: theme === 'dark',
    background: background !== false,
    behaviour: session.get('behaviour'),
    inPlace: session.get('inPlace'),
    floorAtZero: session.get('ground') === 'zero',
    ...(sourceMetres && { sourceMetres }),
    ...(sourceUp && { sourceUp }),
    ...(frameTime && { frameTime }),
    ...(positions !== 'auto' && { positions }),
  };
  const { signal } = new AbortController();
  /** @type {string} */
  const svg = await call('marey_write', 'drawMoments', [await packetsOf(session, signal), wanted], signal);
  return new Blob([svg], { type: 'image/svg+xml' });
}
