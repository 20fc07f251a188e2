/** Opens what the page's address asks for. */
import { fault, faultOf } from '../player/errors.js';
import { FOREIGN, agreed } from '../player/hosts.js';
import { linked } from '../player/link.js';
import { Load } from '../player/load.js';
import { S } from '../player/strings.js';

/**
 * Tells whether the address names a clip. What is wrong with it is shown. Files of another host are asked for only after
 * somebody has agreed: whoever made the link would learn who opens it. Whether they are redirected, only the request tells: see `bring.js`.
 * @param {import('../player/session.js').Session} session
 * @param {import('../link-parameters.d.ts').LinkValues} values
 * @param {string} [base] where its relative addresses begin, if not at the page's own
 */
export function openLink(session, values, base) {
  const theme = values.get('theme');
  if (theme !== undefined) session.element.setAttribute('theme', theme);
  try {
    const link = linked(values, document.baseURI, base);
    if (!link) return false;
    const { source, intent } = link;
    const hosts = [source, ...source.companions ?? []].map(({ url }) => new URL(url ?? '', document.baseURI).host);
    const foreign = [...new Set(hosts)].filter((host) => host !== location.host && !agreed.has(host));
    if (foreign.length) {
      const about = foreign.join(', ');
      session.fail(fault('link', S.errors.linkForeign(about), { code: FOREIGN, about, agree: foreign }).fault, source.name, new Load(source, intent));
    } else session.load(source, intent);
    return true;
  } catch (error) {
    session.fail(faultOf(error), S.errors.linkName);
    return false;
  }
}
