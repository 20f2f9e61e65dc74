// Lines of more than 120 columns in text files under version control, one each; exits 1 when there is one.
// Reads the repository in the working directory. The exemptions below are closed lists.
import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';

const most = 120;

const exemptFiles = [
  /^pnpm-lock\.yaml$/,
  /^LICENSE$/,
  // As its authors publish it.
  /^packages\/secp256k1\/vendor\/libsecp256k1\//,
  // Generated.
  /^packages\/grpc\/src\/gen\//,
  /^packages\/sdk\/src\/generated\/testing\.ts$/,
  /^services\/\w+\/schema\.sql$/,
  // Applied already: each database knows their checksums.
  /^services\/\w+\/migrations\/\d+_\w+\.sql$/,
  // A table of data: Grafana's format has each query on one line.
  /^deploy\/observability\/dashboard\.json$/,
];

// Lines that cannot be broken, by file.
const exemptLines = [
  // One word, such as a URL, a hash or a pattern, that is too long by itself.
  [/./, /\S{100}/],
  // An image by its digest.
  [/(Dockerfile|\.yml)$/, /@sha256:[0-9a-f]{64}/],
  // HAProxy has no continuation lines.
  [
    /^deploy\/compose\/haproxy\.cfg$/,
    /^ {4}http-(error|request return) status \d{3} content-type \S+ string '/,
  ],
  [/(^|\/)package\.json$/, /^ {4}"[\w:-]+": "/],
];

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
const found = files.filter(isChecked).flatMap(longLinesOf);
for (const line of found) console.log(line);
if (found.length > 0) process.exitCode = 1;

function isChecked(file) {
  return !exemptFiles.some((pattern) => pattern.test(file)) && lstatSync(file).isFile();
}

function longLinesOf(file) {
  const text = readFileSync(file, 'utf8');
  if (text.includes('\0')) return [];
  return text.split('\n').flatMap((line, index) => {
    const columns = [...line].length;
    if (columns <= most || exemptLines.some(([of, pattern]) => of.test(file) && pattern.test(line)))
      return [];
    return [`${file}:${index + 1}: ${columns} columns`];
  });
}
