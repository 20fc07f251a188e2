/** One scene as X3D XML, VRML and X3D JSON. */

/** @typedef {{ type: string, def?: string, use?: string, numbers?: Record<string, string>, texts?: Record<string, string>, nodes?: Record<string, SceneNode[]> }} SceneNode */
/** @typedef {{ nodes: SceneNode[], routes?: string[][] }} Scene routes: two names with a field each */

/** @param {Scene} scene */
export function xml({ nodes, routes = [] }) {
  /** @param {SceneNode} node @param {string} slot @returns {string} */
  const one = ({ type, def, use, numbers = {}, texts = {}, nodes: below = {} }, slot) => {
    const own = Object.entries({ ...(def ? { DEF: def } : use ? { USE: use } : {}), ...numbers, ...texts, containerField: slot });
    const inside = Object.entries(below).flatMap(([field, list]) => list.map((node) => one(node, field)));
    const start = `<${type} ${own.map(([name, value]) => `${name}="${value}"`).join(' ')}`;
    return inside.length ? `${start}>${inside.join('')}</${type}>` : `${start}/>`;
  };
  const ways = routes.map(([from, out, to, into]) => `<ROUTE fromNode="${from}" fromField="${out}" toNode="${to}" toField="${into}"/>`);
  return `<X3D><Scene>\n${nodes.map((node) => one(node, 'children')).join('\n')}\n${ways.join('\n')}</Scene></X3D>`;
}

/** @param {Scene} scene */
export function vrml({ nodes, routes = [] }) {
  /** @param {SceneNode} node @returns {string} */
  const one = ({ type, def, use, numbers = {}, texts = {}, nodes: below = {} }) => {
    if (use) return `USE ${use}`;
    const own = Object.entries(numbers).map(([name, value]) => `${name} [${value}]`);
    own.push(...Object.entries(texts).map(([name, value]) => `${name} "${value}"`));
    own.push(...Object.entries(below).map(([name, list]) => `${name} [${list.map(one).join(' ')}]`));
    return `${def ? `DEF ${def} ` : ''}${type} { ${own.join(' ')} }`;
  };
  const ways = routes.map(([from, out, to, into]) => `ROUTE ${from}.${out} TO ${to}.${into}`);
  return `#X3D V4.0 utf8\n${nodes.map(one).join('\n')}\n${ways.join('\n')}`;
}

/** @param {Scene} scene */
export function json({ nodes, routes = [] }) {
  /** @param {SceneNode} node @returns {string} */
  const one = ({ type, def, use, numbers = {}, texts = {}, nodes: below = {} }) => {
    const own = def ? [`"@DEF":"${def}"`] : use ? [`"@USE":"${use}"`] : [];
    own.push(...Object.entries(numbers).map(([name, value]) => `"@${name}":[${value.trim().replaceAll(' ', ',')}]`));
    own.push(...Object.entries(texts).map(([name, value]) => `"@${name}":"${value}"`));
    own.push(...Object.entries(below).map(([name, list]) => `"-${name}":[${list.map(one).join(',')}]`));
    return `{"${type}":{${own.join(',')}}}`;
  };
  const ways = routes.map(
    ([from, out, to, into]) => `{"ROUTE":{"@fromNode":"${from}","@fromField":"${out}","@toNode":"${to}","@toField":"${into}"}}`,
  );
  return `{"X3D":{"Scene":{"-children":[${[...nodes.map(one), ...ways].join(',')}]}}}`;
}
