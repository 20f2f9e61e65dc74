// `node build.mjs FOLDER`: the reference page as files for browsers: the page, its script and its style under names
// with their hashes, and the licences of what is in the script. The same lockfile gives the same bytes.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileURLToPath, pathToFileURL } from 'node:url';

const home = path.dirname(fileURLToPath(import.meta.url));

// The renderer's assistant sends what readers ask to its maker's hosts. It is no part of the page.
const withoutAssistant = {
  name: 'without-assistant',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/AgentScalarDrawer\.vue\.js$|^@scalar\/agent-chat/ }, () => ({
      path: 'assistant',
      namespace: 'left-out',
    }));
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'export default {};' }));
  },
};

// The policy of the page allows no style in markup, and these are made as markup.
const stylesInMarkup = /node\.properties\.style = \[[^\]]*\];/;
const withoutStylesInMarkup = {
  name: 'without-styles-in-markup',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]code-highlight[/\\]dist[/\\]chunks[/\\]code\.js$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      if (!stylesInMarkup.test(text))
        throw new Error(`${file} no longer has the style that is left out here`);
      return { contents: text.replace(stylesInMarkup, ''), loader: 'js' };
    });
  },
};

/** Writes the files into `folder`, unless they are there already. */
export async function buildReferencePage(folder) {
  const stamp = path.join(folder, 'built-from');
  const inputs = hashOf(['build.mjs', 'package.json', ...sources()].map(read).join('\n'));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  const { outputFiles, metafile } = await build({
    absWorkingDir: home,
    entryPoints: { page: 'src/page.mjs', style: 'src/page.css' },
    outdir: folder,
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
    plugins: [withoutAssistant, withoutStylesInMarkup],
  });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name, content) => {
    writeFileSync(path.join(folder, name), content);
    writeFileSync(path.join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  };
  const names = {};
  for (const { path: file, contents } of outputFiles) {
    const { name, ext } = path.parse(file);
    names[`${name}${ext}`] = `${name}-${hashOf(contents).slice(0, 16)}${ext}`;
    write(names[`${name}${ext}`], contents);
  }
  write('icon.svg', read('src/icon.svg'));
  write('licences.txt', licencesOf(metafile));
  write(
    'index.html',
    read('src/index.html').replaceAll(/\bpage\.js|\bstyle\.css/g, (name) => names[name]),
  );
  writeFileSync(stamp, inputs);
}

const sources = () => readdirSync(path.join(home, 'src')).map((name) => `src/${name}`);
const read = (file) => readFileSync(path.join(home, file), 'utf8');
const hashOf = (content) => createHash('sha256').update(content).digest('hex');

/** The notices of the packages of which something is in the script or the style. */
function licencesOf({ inputs }) {
  const folders = new Set(
    Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []),
  );
  const notices = [...folders].map((folder) => {
    const at = path.join(home, folder);
    const { name, version, license } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'));
    const file = readdirSync(at).find((each) => /^licen[cs]e/i.test(each));
    const text = file ? readFileSync(path.join(at, file), 'utf8').trim() : '';
    return `${name} ${version}\n${license}\n\n${text}\n`;
  });
  return notices.sort().join(`\n${'-'.repeat(80)}\n\n`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('usage: node build.mjs FOLDER');
  await buildReferencePage(path.resolve(folder));
}
