/**
 * Open Graph and oEmbed for the pages of dist/. Both need absolute addresses, and so the address of dist/. A file server has one answer
 * for all links: oEmbed shows the first clip of the page, not the one of the link.
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

/** Lines of a page's head with absolute addresses. @param {URL | null} site @param {string} page its file @param {string} picture of the page */
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
  return `${JSON.stringify(
    {
      version: '1.0',
      type: 'rich',
      title: 'Marey, a player for motion capture',
      provider_name: 'Marey',
      provider_url: site.href,
      width,
      height,
      html: `<iframe src="${src}" title="Marey" width="${width}" height="${height}" loading="lazy" allow="fullscreen; clipboard-write" frameborder="0"></iframe>`,
    },
    null,
    2,
  )}\n`;
}
