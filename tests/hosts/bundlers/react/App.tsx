import { useRef, useState } from 'react';
import 'marey-player';
import type { MareyPlayer } from 'marey-player';
import { Walk } from './Walk';

export function App() {
  const player = useRef<MareyPlayer>(null);
  const [name, setName] = useState('');
  const [second, setSecond] = useState(true);
  return (
    <main>
      <h1>{name}</h1>
      <marey-player
        ref={player}
        id="walk"
        src="samples/walk.bvh"
        controls
        width={480}
        height={270}
        onloadedmetadata={(event) => setName(event.currentTarget.clips[0].name)}
      />
      {second && <marey-player id="march" src="samples/march.amc" skeleton="samples/march.asf" controls width={480} height={270} />}
      <button onClick={() => player.current?.seekToFrame(10)}>Frame 10</button>
      <Walk />
      <button onClick={() => setSecond(!second)}>Toggle</button>
    </main>
  );
}
