/** Odd and damaged files of any size, for every grammar that Marey reads: what makes a careless reader look at the same bytes again and again. */
import { AMC, ASF, OBJ } from './acclaim.mjs';
import { GZIP, NPY, NPZ, PICKLE } from './arrays.mjs';
import { BVH } from './bvh.mjs';
import { VRML, X3D, X3DJ } from './hanim.mjs';
import { MAREY } from './link.mjs';
import { ANIM, BCF, CMX, SKEL } from './sims.mjs';

/** @typedef {import('../fixtures.mjs').Bytes} Bytes */
/** @typedef {import('./parts.mjs').Make} Make */

/** The files of each grammar, by the name that an only file gets. @type {Record<string, Record<string, Make>>} */
const GRAMMARS = {
  'a.bvh': BVH,
  'a.asf': ASF,
  'a.amc': AMC,
  'a.obj': OBJ,
  'a.skel': SKEL,
  'a.anim': ANIM,
  'a.cmx': CMX,
  'a.cmx.bcf': BCF,
  'a.x3d': X3D,
  'a.x3dv': VRML,
  'a.x3dj': X3DJ,
  'a.npy': NPY,
  'a.npz': NPZ,
  'a.pkl': PICKLE,
  'a.bvh.gz': GZIP,
  'a.marey': MAREY,
};

/** @param {string | Uint8Array} content */
const bytes = (content) => new Uint8Array(typeof content === 'string' ? Buffer.from(content, 'latin1') : content);

/** Each odd file of each grammar. @type {{ grammar: string, what: string, make: (size: number) => Bytes[] }[]} */
export const ODD = Object.entries(GRAMMARS).flatMap(([name, files]) =>
  Object.entries(files).map(([what, make]) => ({
    grammar: name.slice(2),
    what,
    make: (/** @type {number} */ size) => {
      const made = make(size);
      const all = typeof made === 'string' || made instanceof Uint8Array ? { [name]: made } : made;
      return Object.entries(all).map(([own, content]) => ({ name: own, bytes: bytes(content) }));
    },
  })),
);
