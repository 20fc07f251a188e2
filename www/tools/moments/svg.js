/** The chronophotograph for paper, as SVG: from the side, to scale, with the figures that the player shows. */
import { call } from '../../player/loading/remote.js';
import { packetsOf } from '../../player/session/packets-of.js';

/**
 * @param {import('../../player/session/session.js').Session} session @param {import('./choose.js').ChosenMoments} chosen
 * @param {Pick<import('../../types.d.ts').PictureOptions, 'theme' | 'background'>} options light and with a background unless they say otherwise
 * @returns {Promise<Blob>}
 */
export async function vector(session, chosen, { theme = 'light', background = true }) {
  const [sourceMetres, sourceUp, frameTime, positions] = [
    session.get('unit'),
    session.get('up'),
    session.get('frameTime'),
    session.get('positions'),
  ];
  const [from, to] = session.playback.span;
  /** @type {import('../../types.d.ts').DrawMomentsOptions} */
  const wanted = {
    numbers: new Float64Array(chosen.recoloured(theme)),
    yaw: chosen.yaw,
    from,
    to,
    inRow: !chosen.path.length,
    name: session.info?.name ?? '',
    dark: theme === 'dark',
    background: background !== false,
    behaviour: session.get('behaviour'),
    inPlace: session.get('inPlace'),
    ...(session.state.wears && { body: true }),
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
