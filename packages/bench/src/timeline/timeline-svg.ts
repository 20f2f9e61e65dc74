import { steps, type Step } from './steps.js';
import type { Timeline } from './timeline.js';
import { processesOf, usedBy } from './timeline-report.js';

const width = 1000;
const labels = 250;
const chart = width - labels - 90;
const row = 22;
const colours = [
  '#4e79a7',
  '#f28e2b',
  '#e15759',
  '#76b7b2',
  '#59a14f',
  '#edc948',
  '#b07aa1',
  '#ff9da7',
  '#9c755f',
  '#1f77b4',
  '#2ca02c',
  '#bcbd22',
  '#17becf',
  '#d62728',
  '#8c8c8c',
  '#bab0ac',
  '#d7d7d7',
];

/** One picture: when the steps of a request alone run, and what each process does with its CPU under load. */
export function timelineSvg({ times, cpu }: Timeline): string {
  const parts: string[] = [];
  let y = 30;
  const say = (line: string) => parts.push(line);
  const title = (words: string) => {
    say(text(10, y, words, 'font-weight="bold" font-size="15"'));
    y += 14;
  };

  title('A signature alone: when each step runs');
  const wholeMs = Math.max(...times.map(({ startMs, ms }) => startMs + ms), 0.001);
  const processes = [...new Set(times.map(({ process }) => process))];
  for (const { name, process, depth, startMs, ms } of times) {
    const from = labels + (startMs / wholeMs) * chart;
    say(text(10 + depth * 10, y + 15, name));
    say(rectangle(from, y + 3, (ms / wholeMs) * chart, colourOf(processes.indexOf(process))));
    say(text(from + (ms / wholeMs) * chart + 5, y + 15, `${ms.toFixed(2)} ms`));
    y += row;
  }
  y += 8;
  y = legend(
    say,
    y,
    processes.map((name, index) => [name, colourOf(index)]),
  );

  y += 34;
  title('A signature under load: the CPU of each process, in microseconds');
  const names = processesOf(cpu);
  const wholeUs = Math.max(...names.map((name) => usedBy(cpu, name, undefined)), 1);
  const shown = new Set<Step>();
  for (const name of names) {
    say(text(10, y + 15, name));
    let x = labels;
    for (const step of steps) {
      const us = usedBy(cpu, name, step);
      if (us < 0.5) continue;
      shown.add(step);
      const long = (us / wholeUs) * chart;
      say(rectangle(x, y + 3, long, colourOf(steps.indexOf(step)), `${step}: ${us.toFixed(0)} us`));
      if (long > 24) say(text(x + 4, y + 15, us.toFixed(0), 'fill="#fff"'));
      x += long;
    }
    say(text(x + 5, y + 15, usedBy(cpu, name, undefined).toFixed(0)));
    y += row;
  }
  y += 8;
  y = legend(
    say,
    y,
    steps.filter((step) => shown.has(step)).map((step) => [step, colourOf(steps.indexOf(step))]),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y + 20}"`,
    `font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${y + 20}" fill="#fff"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

/** Four in a line. Returns where it ends. */
function legend(
  say: (line: string) => void,
  top: number,
  entries: readonly (readonly [string, string])[],
): number {
  entries.forEach(([name, colour], index) => {
    const [x, y] = [10 + (index % 4) * 245, top + Math.floor(index / 4) * 20];
    say(rectangle(x, y, 14, colour));
    say(text(x + 20, y + 12, name));
  });
  return top + Math.ceil(entries.length / 4) * 20;
}

function colourOf(index: number): string {
  return colours[index % colours.length] ?? '';
}

function rectangle(x: number, y: number, wide: number, colour: string, tip = ''): string {
  const place = `x="${x.toFixed(1)}" y="${y}" width="${Math.max(1, wide).toFixed(1)}" height="16"`;
  return `<rect ${place} fill="${colour}">${tip === '' ? '' : `<title>${escaped(tip)}</title>`}</rect>`;
}

function text(x: number, y: number, words: string, style = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y}" ${style}>${escaped(words)}</text>`;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
