/** Odd humanoids, each in X3D XML, VRML and X3D JSON. */
import { JSON_ONLY, VRML_ONLY, XML_ONLY } from './encodings.mjs';
import { fill, numbered } from './parts.mjs';
import { json, vrml, xml } from './scenes.mjs';

/** @typedef {import('./parts.mjs').Make} Make */
/** @typedef {import('./scenes.mjs').SceneNode} SceneNode */
/** @typedef {import('./scenes.mjs').Scene} Scene */

/** As many as take up so many bytes in XML. @param {number} size @param {(n: number) => SceneNode} part @param {number} [each] bytes of one */
function many(size, part, each = xml({ nodes: [part(0)] }).length - 30) {
  return Array.from({ length: Math.max(1, Math.floor(size / each)) }, (_, n) => part(n));
}

/** @param {string} [name] @param {SceneNode[]} [children] @param {Partial<SceneNode>} [more] @returns {SceneNode} */
const joint = (name = 'j', children = [], more = {}) => ({
  type: 'HAnimJoint',
  texts: { name },
  ...more,
  nodes: { ...(children.length ? { children } : {}), ...more.nodes },
});
/** @param {SceneNode[]} joints @param {Partial<SceneNode>} [more] @returns {SceneNode} */
const humanoid = (joints, more = {}) => ({ type: 'HAnimHumanoid', def: 'h', ...more, nodes: { skeleton: joints, ...more.nodes } });
/** @param {SceneNode[]} joints @param {Partial<SceneNode>} [more] @returns {Scene} */
const scene = (joints, more) => ({ nodes: [humanoid(joints, more)] });

/** Chains of a hundred nodes, each in the one before. @param {number} size @param {(inside: SceneNode[], n: number) => SceneNode} part */
function chains(size, part) {
  return many(size, () => {
    let inside = [part([], 0)];
    for (let n = 1; n < 100; n += 1) inside = [part(inside, n)];
    return inside[0];
  });
}
const SHAPE = {
  type: 'Shape',
  nodes: {
    geometry: [
      {
        type: 'IndexedFaceSet',
        numbers: { coordIndex: '0 1 2 -1' },
        nodes: { coord: [{ type: 'Coordinate', numbers: { point: '0 0 0 1 0 0 0 1 0' } }] },
      },
    ],
  },
};
/** @param {string} points @param {string} faces @returns {SceneNode} */
const mesh = (points, faces) => ({
  type: 'Shape',
  nodes: {
    geometry: [
      { type: 'IndexedFaceSet', numbers: { coordIndex: faces }, nodes: { coord: [{ type: 'Coordinate', numbers: { point: points } }] } },
    ],
  },
});
const TURNS = { key: '0 1', keyValue: '0 0 1 0 0 0 1 1' };

/** @type {Record<string, (size: number) => Scene>} */
const SCENES = {
  joints: (size) =>
    scene([
      joint(
        'root',
        many(size, (n) => joint(`j${n}`)),
      ),
    ]),
  'joints of one name': (size) =>
    scene([
      joint(
        'root',
        many(size, () => joint('j')),
      ),
    ]),
  'joints of one name and DEF': (size) =>
    scene([
      joint(
        'root',
        many(size, () => joint('j', [], { def: 'J' })),
      ),
    ]),
  'joints of standard names': (size) =>
    scene([
      joint(
        'humanoid_root',
        many(size, (n) => joint(['l_hip', 'r_hip', 'vl5', 'l_knee'][n % 4])),
      ),
    ]),
  'chains of joints': (size) => scene(chains(size, (inside) => joint('j', inside))),
  'chains of groups': (size) => ({ nodes: [humanoid([joint()]), ...chains(size, (children) => ({ type: 'Group', nodes: { children } }))] }),
  'roots without a humanoid': (size) => ({ nodes: many(size, (n) => joint(`j${n}`)) }),
  humanoids: (size) => ({ nodes: many(size, (n) => humanoid([joint(`j${n}`)])) }),
  'humanoids without joints': (size) => ({ nodes: many(size, () => humanoid([])) }),
  'joints that are used': (size) =>
    scene([joint('root', [joint('j', [], { def: 'J' }), ...many(size, () => ({ type: 'HAnimJoint', use: 'J' }))])]),
  'groups that are used': (size) => ({
    nodes: [
      humanoid([joint()]),
      { type: 'Group', def: 'G', nodes: { children: [SHAPE] } },
      ...many(size, () => ({ type: 'Group', use: 'G' })),
    ],
  }),
  'groups of groups that are used': (size) => ({
    nodes: [
      humanoid([joint()]),
      { type: 'Group', def: 'G0', nodes: { children: [SHAPE] } },
      ...many(
        size,
        (n) => ({
          type: 'Group',
          def: `G${n + 1}`,
          nodes: {
            children: [
              { type: 'Group', use: `G${n}` },
              { type: 'Group', use: `G${n}` },
            ],
          },
        }),
        150,
      ),
    ],
  }),
  'names that nobody defined': (size) => ({ nodes: [humanoid([joint()]), ...many(size, (n) => ({ type: 'Group', use: `x${n}` }))] }),
  'names that are defined later': (size) => ({
    nodes: [
      humanoid([joint()]),
      ...many(size, (n) => ({ type: 'Group', use: `x${n}` }), 130),
      ...many(size / 2, (n) => ({ type: 'Group', def: `x${n}` }), 65),
    ],
  }),
  'names in a circle': (size) => ({
    nodes: [
      humanoid([joint()]),
      ...many(size, (n) => ({ type: 'Group', def: `x${n}`, nodes: { children: [{ type: 'Group', use: `x${n}` }] } })),
    ],
  }),
  'the list of joints': (size) =>
    scene(
      [
        joint(
          'root',
          many(size / 2, (n) => joint(`j${n}`, [], { def: `J${n}` })),
        ),
      ],
      {
        nodes: { joints: many(size / 2, (n) => ({ type: 'HAnimJoint', use: `J${n}` })) },
      },
    ),
  segments: (size) =>
    scene([
      joint(
        'root',
        many(size, (n) => ({ type: 'HAnimSegment', texts: { name: `s${n}` } })),
      ),
    ]),
  sites: (size) =>
    scene([
      joint(
        'root',
        many(size, (n) => ({ type: 'HAnimSite', texts: { name: `s${n}` } })),
      ),
    ]),
  shapes: (size) =>
    scene([
      joint(
        'root',
        many(size, () => SHAPE),
      ),
    ]),
  'shapes beside the humanoid': (size) => ({ nodes: [humanoid([joint()]), ...many(size, () => SHAPE)] }),
  points: (size) =>
    scene([
      joint('root', [
        mesh(
          numbered(size, (n) => `${n} 0 ${n % 3} `),
          '0 1 2 -1',
        ),
      ]),
    ]),
  faces: (size) => scene([joint('root', [mesh('0 0 0 1 0 0 0 1 0', fill('0 1 2 -1 ', size))])]),
  'faces of missing points': (size) => scene([joint('root', [mesh('0 0 0 1 0 0 0 1 0', fill('7 8 9 -1 ', size))])]),
  'one face': (size) => scene([joint('root', [mesh('0 0 0 1 0 0 0 1 0', fill('0 1 2 ', size))])]),
  'one face of many points': (size) =>
    scene([
      joint('root', [
        mesh(
          numbered(size * 0.7, (n) => `${n % 97} ${n % 89} 0 `),
          numbered(size * 0.3, (n) => `${n} `),
        ),
      ]),
    ]),
  'faces around one point': (size) =>
    scene([
      joint('root', [
        mesh(
          numbered(size / 2, (n) => `${n} ${n % 7} 1 `),
          numbered(size / 2, (n) => `0 ${n + 1} ${n + 2} -1 `),
        ),
      ]),
    ]),
  'a skin': (size) =>
    scene([joint('root', [], { numbers: { skinCoordIndex: numbered(size / 4, (n) => `${n} `), skinCoordWeight: fill('1 ', size / 8) } })], {
      nodes: {
        skinCoord: [{ type: 'Coordinate', def: 'C', numbers: { point: numbered(size / 2, (n) => `${n} 0 1 `) } }],
        skin: [
          {
            type: 'Shape',
            nodes: {
              geometry: [
                {
                  type: 'IndexedFaceSet',
                  numbers: { coordIndex: numbered(size / 4, (n) => `${n} ${n + 1} ${n + 2} -1 `) },
                  nodes: { coord: [{ type: 'Coordinate', use: 'C' }] },
                },
              ],
            },
          },
        ],
      },
    }),
  'joints that hold one point': (size) =>
    scene(
      [
        joint(
          'root',
          many(size, (n) => joint(`j${n}`, [], { numbers: { skinCoordIndex: '0', skinCoordWeight: '1' } })),
        ),
      ],
      {
        nodes: {
          skinCoord: [{ type: 'Coordinate', def: 'C', numbers: { point: '0 0 0 1 0 0 0 1 0' } }],
          skin: [
            {
              type: 'Shape',
              nodes: {
                geometry: [
                  { type: 'IndexedFaceSet', numbers: { coordIndex: '0 1 2 -1' }, nodes: { coord: [{ type: 'Coordinate', use: 'C' }] } },
                ],
              },
            },
          ],
        },
      },
    ),
  displacers: (size) =>
    scene([
      joint('root', [
        {
          type: 'HAnimSegment',
          nodes: {
            coord: [{ type: 'Coordinate', def: 'C', numbers: { point: '0 0 0 1 0 0 0 1 0' } }],
            displacers: many(size, (n) => ({
              type: 'HAnimDisplacer',
              texts: { name: `d${n}` },
              numbers: { coordIndex: '0', displacements: '0 0 1' },
            })),
            children: [SHAPE],
          },
        },
      ]),
    ]),
  'one motion of many joints': (size) =>
    scene(
      [
        joint(
          'root',
          many(size / 3, (n) => joint(`j${n}`)),
        ),
      ],
      {
        nodes: {
          motions: [
            {
              type: 'HAnimMotion',
              texts: { joints: numbered(size / 6, (n) => `j${n} `), channels: fill('1 Xrotation ', size / 6) },
              numbers: { values: fill('0 ', size / 6) },
            },
          ],
        },
      },
    ),
  motions: (size) =>
    scene([joint('j')], {
      nodes: {
        motions: many(size, (n) => ({
          type: 'HAnimMotion',
          texts: { name: `m${n}`, joints: 'j', channels: '1 Xrotation' },
          numbers: { values: '0 1' },
        })),
      },
    }),
  'frames of a motion': (size) =>
    scene([joint('j')], {
      nodes: {
        motions: [{ type: 'HAnimMotion', texts: { joints: 'j', channels: '1 Xrotation' }, numbers: { values: fill('0 1 ', size) } }],
      },
    }),
  'names that a motion repeats': (size) =>
    scene([joint('j')], {
      nodes: {
        motions: [
          { type: 'HAnimMotion', texts: { joints: fill('j ', size), channels: fill('1 Xrotation ', size) }, numbers: { values: '0 1' } },
        ],
      },
    }),
  keys: (size) => ({
    nodes: [
      humanoid([joint('j', [], { def: 'J' })]),
      { type: 'TimeSensor', def: 'T' },
      {
        type: 'OrientationInterpolator',
        def: 'I',
        numbers: { key: numbered(size / 4, (n) => `${n / 1e6} `), keyValue: fill('0 0 1 1 ', (size * 3) / 4) },
      },
    ],
    routes: [
      ['T', 'fraction_changed', 'I', 'set_fraction'],
      ['I', 'value_changed', 'J', 'set_rotation'],
    ],
  }),
  'keys that descend': (size) => ({
    nodes: [
      humanoid([joint('j', [], { def: 'J' })]),
      { type: 'TimeSensor', def: 'T' },
      { type: 'OrientationInterpolator', def: 'I', numbers: { key: fill('1 0 ', size / 2), keyValue: fill('0 0 1 1 ', size / 2) } },
    ],
    routes: [
      ['T', 'fraction_changed', 'I', 'set_fraction'],
      ['I', 'value_changed', 'J', 'set_rotation'],
    ],
  }),
  'interpolators of many joints': (size) => {
    const count = Math.floor(size / 400);
    const each = (/** @type {(n: number) => any} */ part) => Array.from({ length: count }, (_, n) => part(n));
    return {
      nodes: [
        humanoid([
          joint(
            'root',
            each((n) => joint(`j${n}`, [], { def: `J${n}` })),
          ),
        ]),
        { type: 'TimeSensor', def: 'T' },
        ...each((n) => ({ type: 'OrientationInterpolator', def: `I${n}`, numbers: TURNS })),
      ],
      routes: each((n) => [
        ['T', 'fraction_changed', `I${n}`, 'set_fraction'],
        [`I${n}`, 'value_changed', `J${n}`, 'set_rotation'],
      ]).flat(),
    };
  },
  sensors: (size) => {
    const count = Math.floor(size / 250);
    const each = (/** @type {(n: number) => any} */ part) => Array.from({ length: count }, (_, n) => part(n));
    return {
      nodes: [
        humanoid([joint('j', [], { def: 'J' })]),
        { type: 'OrientationInterpolator', def: 'I', numbers: TURNS },
        ...each((n) => ({ type: 'TimeSensor', def: `T${n}` })),
      ],
      routes: [...each((n) => [`T${n}`, 'fraction_changed', 'I', 'set_fraction']), ['I', 'value_changed', 'J', 'set_rotation']],
    };
  },
  'routes of one joint': (size) => ({
    nodes: [
      humanoid([joint('j', [], { def: 'J' })]),
      { type: 'TimeSensor', def: 'T' },
      { type: 'OrientationInterpolator', def: 'I', numbers: TURNS },
    ],
    routes: Array.from({ length: Math.floor(size / 160) }, () => [
      ['T', 'fraction_changed', 'I', 'set_fraction'],
      ['I', 'value_changed', 'J', 'set_rotation'],
    ]).flat(),
  }),
  'routes of unknown names': (size) => ({
    nodes: [humanoid([joint()])],
    routes: Array.from({ length: Math.floor(size / 80) }, (_, n) => [`a${n}`, 'x', `b${n}`, 'y']),
  }),
  'routes in a chain': (size) => ({
    nodes: [humanoid([joint('j', [], { def: 'J' })]), ...many(size / 2, (n) => ({ type: 'OrientationInterpolator', def: `I${n}` }), 70)],
    routes: Array.from({ length: Math.floor(size / 140) }, (_, n) => [`I${n}`, 'value_changed', `I${n + 1}`, 'set_fraction']),
  }),
  'fields of one node': (size) =>
    scene([joint('j', [], { numbers: Object.fromEntries(many(size, (n) => /** @type {any} */ (n), 8).map((n) => [`f${n}`, '1'])) })]),
  'fields of nodes of one node': (size) =>
    scene([
      joint('j', [], {
        nodes: Object.fromEntries(many(size, (n) => /** @type {any} */ (n), 60).map((n) => [`f${n}`, [{ type: 'Group' }]])),
      }),
    ]),
  viewpoints: (size) => ({ nodes: [humanoid([joint()]), ...many(size, (n) => ({ type: 'Viewpoint', texts: { description: `v${n}` } }))] }),
  'nodes of no known type': (size) => ({ nodes: [humanoid([joint()]), ...many(size, (n) => ({ type: `X${n}` }))] }),
  'numbers that are none': (size) => scene([joint('j', [], { numbers: { center: fill('1 ', size) } })]),
  'a name without end': (size) => scene([joint(fill('x', size))]),
  'long names': (size) =>
    scene([
      joint(
        'root',
        many(size, (n) => joint(n + fill('x', 900))),
      ),
    ]),
};

/** @param {string} name @param {(scene: Scene) => string} write @param {Record<string, Make>} own @returns {Record<string, Make>} */
const inOne = (name, write, own) => {
  /** Nodes are counted by their length in XML; other encodings are shorter. @param {(size: number) => Scene} make @param {number} size */
  const file = (make, size) => {
    const { length } = write(make(size));
    return { [name]: write(make((size * size) / length)) };
  };
  const scenes = Object.entries(SCENES).map(([what, make]) => [what, (/** @type {number} */ size) => file(make, size)]);
  return { ...Object.fromEntries(scenes), ...own };
};

export const X3D = inOne('a.x3d', xml, XML_ONLY);
export const VRML = inOne('a.x3dv', vrml, VRML_ONLY);
export const X3DJ = inOne('a.x3dj', json, JSON_ONLY);
