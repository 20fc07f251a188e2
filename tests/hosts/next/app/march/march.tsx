'use client';

import 'marey-player';

export default function March() {
  return (
    <>
      <marey-player src="/march.amc" skeleton="/march.asf" theme="auto" controls />
      <marey-player id="second" src="/walk.bvh" theme="auto" controls />
    </>
  );
}
