import '#styles/app.css';
import { createRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(<App />);
