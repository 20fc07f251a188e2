/** A small HAnim figure with several behaviours, as X3D. */

/** @typedef {{ name: string, joint: string, field: 'rotation' | 'translation', seconds: number, key: string, values: string }} Doing joint: DEF of the joint it moves */

/** Each moves joints that the others do not, so that leftovers of one would show in another. @type {Doing[]} */
export const BEHAVIOURS = [
  { name: 'Wave', joint: 'LEFT', field: 'rotation', seconds: 2, key: '0 0.25 0.5 1', values: '0 0 1 0 0 0 1 2.4 0 0 1 1.6 0 0 1 2.4' },
  { name: 'Bow', joint: 'SPINE', field: 'rotation', seconds: 4, key: '0 1', values: '1 0 0 0 1 0 0 1.2' },
  {
    name: 'Hop',
    joint: 'ROOT',
    field: 'translation',
    seconds: 1,
    key: '0 0.4 0.4 0.6 1',
    values: '0 0 0 0 0.2 0 0.4 0.2 0 0.4 0.3 0 0.8 0 0',
  },
];

/** @param {string} def @param {string} name @param {string} center @param {string} [inner] @param {string} [slot] */
const joint = (def, name, center, inner = '', slot = 'children') =>
  `<HAnimJoint DEF="${def}" name="${name}" center="${center}" containerField="${slot}">${inner}</HAnimJoint>`;

const side = (/** @type {string} */ def, /** @type {'l' | 'r'} */ s, /** @type {number} */ x) =>
  joint(
    `${def}_HIP`,
    `${s}_hip`,
    `${0.1 * x} 0.9 0`,
    joint(`${def}_KNEE`, `${s}_knee`, `${0.1 * x} 0.5 0`, joint(`${def}_ANKLE`, `${s}_talocrural`, `${0.1 * x} 0.08 0`)),
  );

const arm = (/** @type {string} */ def, /** @type {'l' | 'r'} */ s, /** @type {number} */ x) =>
  joint(
    def,
    `${s}_shoulder`,
    `${0.2 * x} 1.4 0`,
    joint(`${def}_ELBOW`, `${s}_elbow`, `${0.2 * x} 1.1 0`, joint(`${def}_WRIST`, `${s}_radiocarpal`, `${0.2 * x} 0.85 0`)),
  );

const BODY = joint(
  'ROOT',
  'humanoid_root',
  '0 0.92 0',
  side('LEG_L', 'l', 1) +
    side('LEG_R', 'r', -1) +
    joint(
      'SPINE',
      'vl5',
      '0 1 0',
      arm('LEFT', 'l', 1) + arm('RIGHT', 'r', -1) + joint('SKULL', 'skullbase', '0 1.6 0', joint('TOP', 'l_eyelid_joint', '0 1.75 0')),
    ),
  'skeleton',
);

/** @param {Doing[]} [doings] */
export const performer = (doings = BEHAVIOURS) => `<?xml version="1.0" encoding="UTF-8"?>
<X3D profile="Immersive" version="4.0"><Scene>
<HAnimHumanoid DEF="H" name="performer" version="2.0">${BODY}</HAnimHumanoid>
${doings
  .map(({ name, joint: target, field, seconds, key, values }, index) => {
    const kind = field === 'rotation' ? 'OrientationInterpolator' : 'PositionInterpolator';
    return `<TimeSensor DEF="${name}" cycleInterval="${seconds}"/><${kind} DEF="I${index}" key="${key}" keyValue="${values}"/>
<ROUTE fromNode="${name}" fromField="fraction_changed" toNode="I${index}" toField="set_fraction"/>
<ROUTE fromNode="I${index}" fromField="value_changed" toNode="${target}" toField="set_${field}"/>`;
  })
  .join('\n')}
</Scene></X3D>
`;

/** The figure with this many behaviours, one with a name too long for any menu. @param {number} count */
export const manyBehaviours = (count) =>
  performer(
    Array.from({ length: count }, (_, index) => ({
      ...BEHAVIOURS[index % BEHAVIOURS.length],
      name: index === 3 ? 'A_name_that_is_far_too_long_for_the_button_and_nearly_for_the_menu' : `Step_${index + 1}`,
    })),
  );
