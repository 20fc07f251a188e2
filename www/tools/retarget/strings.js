/** Texts about a motion that is played on another figure. */
import { decimal } from '../../player/words/format.js';
import { words } from '../../player/words/words.js';

export const R = words('panels', {
  pairs: {
    title: 'Pairs of joints',
    how: 'To correct a pair, type a joint\u2019s name, or go to its field and click the joint on the figure or in the tree.',
    bodyPart: 'Part',
    motion: 'Motion',
    figure: 'Figure',
    reset: 'As they were found',
    taken: 'Pairs are as they were found',
    unknown: 'There is no joint of this name.',
    name: (/** @type {string} */ side, /** @type {string} */ part) => {
      /** @type {Record<string, string>} */
      const parts = {
        hips: 'hips',
        chest: 'chest',
        neck: 'neck',
        head: 'head',
        clavicle: 'collarbone',
        arm: 'upper arm',
        fore: 'forearm',
        hand: 'hand',
        thigh: 'thigh',
        shin: 'shin',
        foot: 'foot',
        ball: 'ball of the foot',
      };
      return [{ left: 'left', right: 'right' }[side], parts[part] ?? part].filter(Boolean).join(' ');
    },
  },
  /** A figure whose joints the visitor names. */
  ask: {
    how: 'Click the joints on both figures, in this order, or type their names.',
    needs: (/** @type {string} */ name, /** @type {string[]} */ parts) => `Still needed on ${name}: ${parts.join(', ')}.`,
    below: (/** @type {string} */ part) => `The ${part} has to be below the part before it in its limb.`,
    enough: 'This is enough to play. Arms, head and collarbones make it better.',
    play: 'Play with these pairs',
  },
  /** Remarks about both figures. */
  notes: {
    title: 'Remarks',
    which: ['the motion', 'the figure'],
    limbs: /** @type {Record<string, string>} */ ({ arm: 'arm', thigh: 'leg', head: 'head' }),
    pairs: /** @type {Record<string, string>} */ ({ arm: 'arms', thigh: 'legs' }),
    missing: (/** @type {string} */ limb, /** @type {0 | 1} */ which, /** @type {boolean} */ many) =>
      `${limb}: none in ${R.notes.which[which]}${which ? '' : many ? '; they keep their rest' : '; it keeps its rest'}`,
    contacts: 'no foot contacts found',
    reference: (/** @type {0 | 1} */ which, /** @type {number} */ frame, /** @type {boolean} */ likely) =>
      `reference of ${R.notes.which[which]}: frame ${frame}${likely ? ' (likely)' : ''}`,
    stretch: (/** @type {number} */ share) => `bone lengths of the motion change by up to ${Math.max(1, Math.round(share * 100))}\u00a0%`,
    alone: (/** @type {number} */ count) =>
      `${count} ${count === 1 ? 'joint of the figure has no partner and keeps its rest' : 'joints of the figure have no partner and keep their rest'}`,
  },
  onto: {
    title: 'Figure',
    /** The figure's name, with how much of the body is mapped, and the length of its legs beside those of the motion. */
    on: (/** @type {string} */ name) => `On ${name}`,
    facts: (/** @type {number} */ joints, /** @type {number} */ fingers, /** @type {number} */ legs) =>
      `${joints} of 15 joints${fingers ? `, ${fingers} of 10 fingers` : ''}, legs\u00a0${decimal(legs, 2)}\u00a0\u00d7`,
    /** Parts that were found by the shape of the body. @type {Record<string, string>} */
    parts: { head: 'head', sides: 'left and right', knee: 'knees', elbow: 'elbows' },
    guessed: (/** @type {string[]} */ parts) => `Found by shape, not by name: ${parts.join(', ')}.`,
    exchanged: 'Left and right were exchanged: the toes point the other way.',
    why: 'Limbs point as in the motion, and feet stand where its feet stand. Hands are placed by angles: contacts between hands are not kept.',
    follow: 'This figure',
    standard: 'Standard human',
    human: 'the standard human',
    still: 'Still feet',
    stillAbout: 'they do not slide',
    own: 'Its own body',
    beside: 'Its own body, too',
    ghost: 'Its own body as a ghost',
  },
});
