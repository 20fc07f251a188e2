/** Opens the clip that the page's address names. */
import { fault, faultOf } from '../player/words/errors.js';
import { FOREIGN, agreed } from '../player/base/hosts.js';
import { linked } from '../player/session/link.js';
import { Load } from '../player/session/load.js';
import { S } from '../player/words/strings.js';

/**
 * Returns whether the address names a clip; shows what is wrong with it. Asks the visitor before it fetches from another host,
 * because whoever made the link would learn who opens it. Redirects become known only with the request: see `file-transfer.js`.
 * @param {import('../player/session/session.js').Session} session @param {import('../link-parameters.d.ts').LinkValues} values
 * @param {string} [base] of relative addresses, by default the page's
 */
export function openLink(session, values, base) {
  const theme = values.get('theme');
  if (theme !== undefined) session.element.setAttribute('theme', theme);
  try {
    const link = linked(values, document.baseURI, base);
    if (!link) return false;
    const { source, intent } = link;
    const sources = [source, ...(intent.clips?.sources ?? [])];
    const hosts = sources.flatMap((one) => [one, ...(one.companions ?? [])]).map(({ url }) => new URL(url ?? '', document.baseURI).host);
    const foreign = [...new Set(hosts)].filter((host) => host !== location.host && !agreed.has(host));
    if (foreign.length) {
      const about = foreign.join(', ');
      session.fail(
        fault('link', S.errors.linkForeign(about), { code: FOREIGN, about, agree: foreign }).fault,
        source.name,
        new Load(source, intent),
      );
    } else session.load(source, intent);
    return true;
  } catch (error) {
    session.fail(faultOf(error), S.errors.linkName);
    return false;
  }
}
