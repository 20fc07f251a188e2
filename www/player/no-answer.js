/** Finds out why a server gave no answer, which browsers do not tell whoever asked: it is asked once more, and looked at what comes of that. */

/** How long it may take until a violation of the page's policy is told. */
const TOLD_MS = 100;

/**
 * @param {string} url
 * @returns {Promise<'blocked' | 'redirects' | 'network' | 'cors'>} the word that says it
 */
export async function whyNoAnswer(url) {
  let blocked = false;
  const violated = (/** @type {SecurityPolicyViolationEvent} */ { blockedURI }) => { blocked ||= blockedURI === url.replace(/#.*/, ''); };
  addEventListener('securitypolicyviolation', violated);
  // An answer that redirects is there if nobody follows it.
  const answer = await fetch(url, { redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => null);
  await new Promise((resolve) => { setTimeout(resolve, TOLD_MS); });
  removeEventListener('securitypolicyviolation', violated);
  if (blocked) return 'blocked';
  if (answer?.type === 'opaqueredirect') return 'redirects';
  // A refused cross-origin answer and a dead host look the same from here.
  return new URL(url).origin === globalThis.origin ? 'network' : 'cors';
}
