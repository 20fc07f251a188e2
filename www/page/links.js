/** Opens what the page's address asks for. */
import { faultOf } from '../player/errors.js';
import { linked } from '../player/link.js';
import { S } from '../player/strings.js';

/**
 * Tells whether the address names a clip. What is wrong with it is shown.
 * @param {import('../player/session.js').Session} session
 * @param {Map<string, string>} values
 */
export function openLink(session, values) {
  const theme = values.get('theme');
  if (theme !== undefined) session.element.setAttribute('theme', theme);
  try {
    const link = linked(values, document.baseURI);
    if (link) session.load(link.source, link.intent);
    return link !== null;
  } catch (error) {
    session.fail(faultOf(error), S.errors.linkName);
    return false;
  }
}
