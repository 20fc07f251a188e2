/** Finds lists of names in scripts and declarations. */

/** Comments, patterns, texts, names, and all else a character at a time. */
const TOKEN =
  /\/\*[^]*?\*\/|\/\/[^\n]*|(?<=[(,=:[!&|?{};]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[A-Za-z_$][\w$]*|[^\s\w]/g;
/** Words before the name of a member. */
const BEFORE = /^(get|set|async|static|readonly|const|let|return|type|export)$/;

/**
 * The lists in a script: arrays, unions of words, keys of objects and destructured names, cases of a switch, and words in a text. Arguments
 * are none.
 * @param {string} script @returns {string[][]}
 */
export function listsIn(script) {
  /** @type {string[][]} */
  const lists = [];
  /** What is open: the names so far, that of the current item, and the cases. */
  const opened = (isCall = false) => ({ isCall, names: /** @type {string[]} */ ([]), item: '', cases: /** @type {string[]} */ ([]) });
  const open = [opened()];
  const endList = (/** @type {ReturnType<typeof opened>} */ part) => {
    if (!part.isCall) lists.push([...part.names, part.item].filter(Boolean));
    part.names = [];
    part.item = '';
  };
  let before = '';
  for (const [token] of script.matchAll(TOKEN)) {
    if (/^\/[*/]/.test(token)) continue;
    const part = open[open.length - 1];
    const text = /^'(.*)'$/.exec(token)?.[1];
    if (/^[([{]$/.test(token)) {
      part.item ||= '?';
      open.push(opened(token === '('));
    } else if (/^[)\]}]$/.test(token)) {
      endList(part);
      lists.push(part.cases);
      if (open.length > 1) open.pop();
    } else if (token === ';') endList(part);
    else if (token === ',' || (token === '|' && before.startsWith("'"))) {
      part.names.push(part.item);
      part.item = '';
    } else {
      if (text && before === 'case') part.cases.push(text);
      if (text && /^[\w-]+( [\w-]+)+$/.test(text)) lists.push(text.split(' '));
      if (!BEFORE.test(token) && token !== '.') part.item ||= text ?? (/^\w/.test(token) ? token : '?');
    }
    before = token;
  }
  open.forEach(endList);
  return lists;
}
