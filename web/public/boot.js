// The look that was chosen, before anything is painted.
try {
  const { theme } = JSON.parse(localStorage.getItem('vanguard.settings') ?? '{}');
  if (theme === 'light' || (theme === 'auto' && matchMedia('(prefers-color-scheme: light)').matches)) document.documentElement.dataset.theme = 'light';
} catch {}
// Without its scripts the page can only say so itself.
addEventListener('error', (event) => {
  if (!(event.target instanceof HTMLScriptElement)) return;
  const tell = () => {
    const boot = document.querySelector('.boot');
    if (boot) boot.textContent = 'The page can’t be loaded. Is the connection gone? Reload it; games on this device are kept.';
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', tell);
  else tell();
}, true);
