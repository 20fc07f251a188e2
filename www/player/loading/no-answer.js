/** Finds out why a request got no response: repeats it without following redirects, and watches for policy violations. */

/** How long the event of a violation of the page's policy may take. */
const VIOLATION_MS = 100;

/** @param {string} url @returns {Promise<'blocked' | 'redirects' | 'network' | 'cors'>} the word for the reason */
export async function whyNoAnswer(url) {
  let blocked = false;
  const violated = (/** @type {SecurityPolicyViolationEvent} */ { blockedURI }) => {
    blocked ||= blockedURI === url.replace(/#.*/, '');
  };
  addEventListener('securitypolicyviolation', violated);
  // A redirect is a response if it is not followed.
  const response = await fetch(url, { redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => null);
  await new Promise((resolve) => {
    setTimeout(resolve, VIOLATION_MS);
  });
  removeEventListener('securitypolicyviolation', violated);
  if (blocked) return 'blocked';
  if (response?.type === 'opaqueredirect') return 'redirects';
  // A response that CORS hides and an unreachable host look the same from here.
  return new URL(url).origin === globalThis.origin ? 'network' : 'cors';
}
