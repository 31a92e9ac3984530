import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** `import sword from 'icon:broadsword'`: one icon of game-icons, so that only those in use are shipped. */
export function icons(): Plugin {
  const file = createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json');
  let set: { icons: Record<string, { body: string }>; aliases?: Record<string, { parent: string }> } | undefined;
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('icon:') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0icon:')) return undefined;
      set ??= JSON.parse(readFileSync(file, 'utf8')) as NonNullable<typeof set>;
      const name = id.slice('\0icon:'.length);
      const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ''];
      if (!icon) throw new Error(`game-icons has no icon "${name}"`);
      return `export default ${JSON.stringify(icon.body)};`;
    },
  };
}
