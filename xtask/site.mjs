/**
 * What other sites read about the pages of dist/ when somebody posts their address: Open Graph and oEmbed want whole addresses, so
 * that they need to know the one that dist/ will have. A file server gives the same answer to every question: the player in it is
 * the one that the page itself shows first, whatever clip a link names.
 */

/** @param {string | undefined} text a folder, with or without the slash at its end */
export function siteOf(text) {
  if (!text) return null;
  const site = new URL(text.endsWith('/') ? text : `${text}/`);
  if (!/^https?:$/.test(site.protocol) || site.search || site.hash) throw new Error(`MAREY_SITE is the address of a folder, not ${text}`);
  return site;
}

/** @param {string} text */
const quoted = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The lines of a page's head that need the site. @param {URL | null} site @param {string} page its file @param {string} picture of the page */
export function headFor(site, page, picture) {
  if (!site) return '';
  const at = (/** @type {string} */ path) => quoted(new URL(path, site).href);
  return [
    `<meta property="og:url" content="${at(page === 'index.html' ? './' : page)}">`,
    `<meta property="og:image" content="${at(picture)}">`,
    `<link rel="alternate" type="application/json+oembed" href="${at('oembed.json')}" title="Marey">\n`,
  ].join('\n');
}

/** @param {URL} site */
export function oembed(site) {
  const [width, height] = [640, 360];
  const src = quoted(new URL('embed.html', site).href);
  return `${JSON.stringify({
    version: '1.0',
    type: 'rich',
    title: 'Marey, a player for motion capture',
    provider_name: 'Marey',
    provider_url: site.href,
    width,
    height,
    html: `<iframe src="${src}" title="Marey" width="${width}" height="${height}" loading="lazy" allow="fullscreen; clipboard-write" frameborder="0"></iframe>`,
  }, null, 2)}\n`;
}
