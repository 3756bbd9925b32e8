import { readFileSync } from 'node:fs';

/** What the browser loads for a screen: the chunks of its modules, and all that these import at once. */
const folder = 'apps/web/dist';
const manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'));

function scripts(...modules) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    if (manifest[key] === undefined) throw new Error(`${key} is no chunk of its own`);
    seen.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  modules.forEach(visit);
  return [...seen].map((key) => `${folder}/${manifest[key].file}`).filter((file) => file.endsWith('.js'));
}

export default [
  {
    name: 'JavaScript to sign-in',
    path: scripts('index.html', 'src/features/sign-in/sign-in-page.tsx'),
    limit: '135 kB',
    gzip: true,
  },
  {
    name: 'JavaScript to the orders list',
    path: scripts('index.html', 'src/app/orders-screen.tsx'),
    limit: '240 kB',
    gzip: true,
  },
];
