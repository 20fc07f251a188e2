'use client';

import 'marey-player';

export default function Walk() {
  return <marey-player src="/walk.bvh" theme="auto" controls loop />;
}
