/** A page of a gallery that stands in a frame of another page of its server has the colours of that page, also when they are switched there. */

/** The scheme of the page around a frame: empty if it follows the reader. @param {Element} frame */
function schemeAround(frame) {
  const { ownerDocument } = frame;
  const declared = getComputedStyle(frame)
    .colorScheme.split(' ')
    .filter((word) => word === 'light' || word === 'dark');
  if (declared.length === 1) return declared[0];
  // A page that names no scheme is light.
  return declared.length || ownerDocument.querySelector('meta[name="color-scheme"]') ? '' : 'light';
}

/** Null where the page stands alone, and in frames of other servers. */
const frame = globalThis.frameElement;
if (frame) {
  const follow = () => {
    const scheme = schemeAround(frame);
    if (scheme) document.documentElement.dataset.theme = scheme;
    else delete document.documentElement.dataset.theme;
  };
  follow();
  const changes = new MutationObserver(follow);
  for (let around = frame.parentElement; around; around = around.parentElement) changes.observe(around, { attributes: true });
}
