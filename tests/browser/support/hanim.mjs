/** Humanoids made for the tests, the same in every encoding: the right arm goes up and down in two seconds. */
import { gzipSync } from 'node:zlib';

/** @typedef {{ name: string, centre: number[], children: Joint[] }} Joint */

/** Name, parent, and centre in metres. @type {[string, string, number[]][]} */
const JOINTS = [
  ['humanoid_root', '', [0, 0.9, 0]],
  ['sacroiliac', 'humanoid_root', [0, 0.92, 0]],
  ['vl5', 'humanoid_root', [0, 1.05, 0]],
  ['skullbase', 'vl5', [0, 1.6, 0]],
  .../** @type {const} */ ([
    ['l', 1],
    ['r', -1],
  ]).flatMap(
    ([side, x]) =>
      /** @type {[string, string, number[]][]} */ ([
        [`${side}_hip`, 'sacroiliac', [0.1 * x, 0.9, 0]],
        [`${side}_knee`, `${side}_hip`, [0.1 * x, 0.5, 0]],
        [`${side}_talocrural`, `${side}_knee`, [0.1 * x, 0.08, 0]],
        [`${side}_shoulder`, 'vl5', [0.2 * x, 1.43, 0]],
        [`${side}_elbow`, `${side}_shoulder`, [0.2 * x, 1.13, 0]],
        [`${side}_radiocarpal`, `${side}_elbow`, [0.2 * x, 0.87, 0]],
      ]),
  ),
];
export const JOINT_COUNT = JOINTS.length;

/** @param {string} parent @returns {Joint[]} */
const below = (parent) =>
  JOINTS.filter(([, above]) => above === parent).map(([name, , centre]) => ({ name, centre, children: below(name) }));
const ROOT = below('')[0];
const MOVED = 'r_shoulder';
const KEYS = [0, 0.5, 1];
const VALUES = [
  [0, 0, 1, 0],
  [0, 0, 1, -2.2],
  [0, 0, 1, 0],
];

/** X3D in XML. @param {{ moves?: boolean }} [options] */
export function x3d({ moves = true } = {}) {
  /** @param {Joint} joint @param {string} slot @returns {string} */
  const joint = ({ name, centre, children }, slot = '') =>
    `<HAnimJoint DEF="${name}" name="${name}" center="${centre.join(' ')}"${slot}>\n${children.map((child) => joint(child)).join('')}</HAnimJoint>\n`;
  const acts = `<TimeSensor DEF="wave" cycleInterval="2" loop="true"/>
<OrientationInterpolator DEF="turn" key="${KEYS.join(' ')}" keyValue="${VALUES.flat().join(' ')}"/>
<ROUTE fromNode="wave" fromField="fraction_changed" toNode="turn" toField="set_fraction"/>
<ROUTE fromNode="turn" fromField="value_changed" toNode="${MOVED}" toField="set_rotation"/>
`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<X3D profile="Immersive" version="4.0"><Scene>
<HAnimHumanoid DEF="human" name="human">
${joint(ROOT, ' containerField="skeleton"')}</HAnimHumanoid>
${moves ? acts : ''}</Scene></X3D>
`;
}

const vrmlActs = `DEF wave TimeSensor { cycleInterval 2 loop TRUE }
DEF turn OrientationInterpolator { key [ ${KEYS.join(' ')} ] keyValue [ ${VALUES.map((value) => value.join(' ')).join(', ')} ] }
ROUTE wave.fraction_changed TO turn.set_fraction
ROUTE turn.value_changed TO ${MOVED}.set_rotation
`;

/** @param {Joint} joint @param {string} type @returns {string} */
const vrmlJoint = ({ name, centre, children }, type) =>
  `DEF ${name} ${type} { name "${name}" center ${centre.join(' ')} children [\n${children.map((child) => vrmlJoint(child, type)).join('')}] }\n`;

export const x3dv = () => `#X3D V3.3 utf8
PROFILE Immersive
DEF human HAnimHumanoid { name "human" skeleton [ ${vrmlJoint(ROOT, 'HAnimJoint')} ] }
${vrmlActs}`;

/** VRML97 with HAnim's prototypes. */
export const wrl = () => `#VRML V2.0 utf8
PROTO Joint [ exposedField SFVec3f center 0 0 0 exposedField MFNode children [ ] exposedField SFString name "" exposedField SFRotation rotation 0 0 1 0 ] {
  Transform { center IS center children IS children rotation IS rotation }
}
PROTO Humanoid [ exposedField MFNode humanoidBody [ ] field SFString name "" ] { Group { children IS humanoidBody } }
DEF human Humanoid { name "human" humanoidBody [ ${vrmlJoint(ROOT, 'Joint')} ] }
${vrmlActs}`;

export function x3dj() {
  /** @param {Joint} joint @returns {object} */
  const joint = ({ name, centre, children }) => ({
    HAnimJoint: { '@DEF': name, '@name': name, '@center': centre, '-children': children.map(joint) },
  });
  const route = (/** @type {string} */ from, /** @type {string} */ out, /** @type {string} */ to, /** @type {string} */ into) => ({
    ROUTE: { '@fromNode': from, '@fromField': out, '@toNode': to, '@toField': into },
  });
  const children = [
    { HAnimHumanoid: { '@DEF': 'human', '@name': 'human', '-skeleton': [joint(ROOT)] } },
    { TimeSensor: { '@DEF': 'wave', '@cycleInterval': 2, '@loop': true } },
    { OrientationInterpolator: { '@DEF': 'turn', '@key': KEYS, '@keyValue': VALUES.flat() } },
    route('wave', 'fraction_changed', 'turn', 'set_fraction'),
    route('turn', 'value_changed', MOVED, 'set_rotation'),
  ];
  return JSON.stringify({ X3D: { '@profile': 'Immersive', '@version': '4.0', Scene: { '-children': children } } }, null, 1);
}

/** A motion without a figure, 21 frames in two seconds: both knees bend and straighten. */
export function motionAlone() {
  const angles = Array.from({ length: 21 }, (_, frame) => (60 * Math.sin((frame / 20) * Math.PI)).toFixed(2));
  return `#X3D V4.0 utf8
HAnimMotion { name "bend" frameDuration 0.1 joints "l_knee r_knee" channels "1 Xrotation 1 Xrotation" values [ ${angles.map((angle) => `${angle} ${angle}`).join(' ')} ] }
`;
}

/** Compressed; bytes as the characters of a string. @param {string} text */
export const gz = (text) => gzipSync(text).toString('latin1');

export const withoutHumanoid = () => `<X3D profile="Interchange" version="4.0"><Scene>
<Shape><Sphere radius="2"/></Shape>
</Scene></X3D>
`;

/** Another tag closes a joint before there is a humanoid to show. */
export const broken = () => `<X3D profile="Immersive" version="4.0">
  <Scene>
    <HAnimHumanoid name="human">
  </Scene>
</X3D>
`;
