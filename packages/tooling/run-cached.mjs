// Runs a CommonJS bundle as the program, with what V8 compiled when the same bundle ran before: a start then takes a
// third less CPU. Node does this by itself only from version 22 on.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

/** `url` names the bundle, which is ASCII. The first run of it that ends in order leaves a file for the next. */
export function runCached(url) {
  const file = fileURLToPath(url);
  const source = readFileSync(file);
  const cache = cacheOf(file, source);
  const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
  const script = new Script(Module.wrap(source.toString('latin1')), { filename: file, cachedData });
  // At its end, because V8 compiles a function when it is first called. A command, such as `migrate`, calls few.
  const isService = process.argv.length === 2;
  if (cachedData === undefined && isService) process.on('exit', (code) => code === 0 && keep(script, cache));
  const module = { exports: {} };
  const run = script.runInThisContext();
  run.call(module.exports, module.exports, createRequire(file), module, file, path.dirname(file));
}

// V8 itself refuses what another version or other flags have left. Of the source it compares only the length.
function cacheOf(file, source) {
  const hash = createHash('sha256').update(source).digest('hex');
  return `${file}.${hash}.${cachedDataVersionTag()}.cache`;
}

function keep(script, cache) {
  const draft = `${cache}.${process.pid}`;
  const [folder, prefix] = [path.dirname(cache), path.basename(cache).replace(/\.cjs\..*/, '.cjs.')];
  try {
    writeFileSync(draft, script.createCachedData());
    // What earlier bundles have left.
    for (const file of readdirSync(folder))
      if (file.startsWith(prefix) && file.endsWith('.cache'))
        rmSync(path.join(folder, file), { force: true });
    renameSync(draft, cache);
  } catch {
    // It only saves time.
  }
}
