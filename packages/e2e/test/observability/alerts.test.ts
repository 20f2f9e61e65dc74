import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { faultsOf, itWithPromtool, promtool } from './promtool.js';
import { alertRules, deploy, observability, pageQueries, pages } from './queries.js';

// Checks the rules with Prometheus' own tool. Rules, their tests and the pages of the runbook must be about the same
// alerts.

const root = path.join(deploy, '..');
const rules = alertRules();
const names = rules.map(({ alert }) => alert);

type AlertTest = { readonly alert_rule_test: readonly { alertname: string; exp_alerts: unknown[] }[] };
type AlertTests = { readonly tests: readonly AlertTest[] };

/** As `promtool test rules alerts.test.yml`. Each test has only the rules that it is about: all take longer. */
function testedAlone({ tests, ...settings }: AlertTests): ReturnType<typeof promtool> {
  const folder = mkdtempSync(path.join(tmpdir(), 'alerts-'));
  try {
    const files = tests.map((test, index) => {
      const about = new Set(test.alert_rule_test.map(({ alertname }) => alertname));
      const asked = rules.filter(({ alert }) => about.has(alert));
      expect(asked).toHaveLength(about.size);
      const [rulesFile, file] = [`rules-${index}.yml`, `test-${index}.yml`].map((name) =>
        path.join(folder, name),
      ) as [string, string];
      writeFileSync(rulesFile, stringify({ groups: [{ name: 'asked', rules: asked }] }));
      writeFileSync(file, stringify({ ...settings, rule_files: [rulesFile], tests: [test] }));
      return file;
    });
    expect(files.length).toBeGreaterThan(names.length);
    return promtool('test', 'rules', ...files);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the alert rules', () => {
  itWithPromtool('are sound for Prometheus', () => {
    expect(promtool('check', 'rules', '--lint=all', '--lint-fatal', 'alerts.yml')).toMatchObject({
      status: 0,
    });
  });

  const written = parse(readFileSync(path.join(observability, 'alerts.test.yml'), 'utf8')) as AlertTests;

  itWithPromtool('fire on what they are for and are silent on what resembles it', () => {
    const { status, output } = testedAlone(written);
    expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
  });

  it('are each tested to fire and to be silent', () => {
    const cases = written.tests.flatMap(({ alert_rule_test }) => alert_rule_test);
    const tested = (fires: boolean) =>
      new Set(cases.filter((each) => each.exp_alerts.length > 0 === fires).map((each) => each.alertname));
    expect([...tested(true)].sort()).toEqual([...names].sort());
    expect([...tested(false)].sort()).toEqual([...names].sort());
  });
});

describe('the scrape configuration', () => {
  const read = (file: string) =>
    parse(readFileSync(path.join(root, file), 'utf8'), { merge: true, maxAliasCount: -1 }) as unknown;

  itWithPromtool('is sound for Prometheus', () => {
    expect(promtool('check', 'config', 'prometheus.yml')).toMatchObject({ status: 0 });
  });

  it('names every process of the compose file that has metrics, where the overlay makes it reachable', () => {
    const { scrape_configs } = read('deploy/observability/prometheus.yml') as {
      scrape_configs: { static_configs: { targets: string[] }[] }[];
    };
    const targets = scrape_configs.flatMap((job) => job.static_configs.flatMap((each) => each.targets));
    const { services } = read('docker-compose.yml') as { services: Record<string, unknown> };
    const overlay = read('deploy/compose/monitoring.yml') as {
      services: Record<string, { networks: object; environment?: { METRICS_LISTEN: string } }>;
    };
    const telling = Object.keys(services).filter((name) =>
      /^(gateway|identity|policy|wallet|webhooks|witness)(-\w)?$/.test(name),
    );
    expect(telling).toHaveLength(10);
    expect(targets.map((target) => target.replace(/:\d+$/, '')).sort()).toEqual([...telling].sort());
    expect(Object.keys(overlay.services).sort()).toEqual([...telling].sort());
    for (const target of targets) {
      const [name = '', port = ''] = target.split(':');
      const { networks, environment } = overlay.services[name] ?? {};
      expect(networks).toHaveProperty('monitoring');
      expect(environment?.METRICS_LISTEN ?? '0.0.0.0:8080').toBe(`0.0.0.0:${port}`);
    }
  });
});

describe('the pages of the runbook', () => {
  it('are one for each alert, and each alert names its page', () => {
    expect(
      pages()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...names].sort());
    for (const { alert, annotations } of rules)
      expect(annotations.runbook_url).toBe(`deploy/runbook/alerts/${alert}.md`);
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s gives the urgency, what to look at and what to do',
    (alert, { labels }) => {
      const text = pages().find(({ name }) => name === alert)?.text ?? '';
      expect(text).toMatch(new RegExp(`^# ${alert} \\(${labels.severity}\\)\n\n[^#\n]`));
      expect(text).toMatch(/\n## Look at\n\n- /);
      expect(text).toMatch(/\n## Do\n\n- /);
    },
  );

  itWithPromtool('name queries that Prometheus understands', () => {
    expect(pageQueries().length).toBeGreaterThan(3);
    expect(faultsOf(pageQueries())).toBe('');
    expect(faultsOf([{ from: 'a mistake', expr: 'rate(x)' }])).toContain('could not parse');
  });

  it('are all in the list of the runbook', () => {
    const runbook = readFileSync(path.join(deploy, 'runbook.md'), 'utf8');
    const listed = [...runbook.matchAll(/\]\(runbook\/alerts\/(\w+)\.md\)/g)].map(([, name]) => name);
    expect([...new Set(listed)].sort()).toEqual([...names].sort());
  });

  it('link to pages and headings that exist', () => {
    const headingsOf = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
    const wrong = pages().flatMap(({ name, text }) =>
      [...text.matchAll(/\]\(([^)]+)\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => {
          const [page = '', anchor] = link.split('#');
          const file = path.join(deploy, 'runbook/alerts', page);
          return !existsSync(file) || (anchor !== undefined && !headingsOf(file).includes(anchor));
        })
        .map((link) => `${name}: ${link}`),
    );
    expect(wrong).toEqual([]);
  });

  it('quote lines that the services write', () => {
    const sources = ['services', 'packages'].flatMap((folder) =>
      readdirSync(path.join(root, folder)).flatMap((name) => sourcesIn(path.join(root, folder, name, 'src'))),
    );
    const quotes = pages().flatMap(({ name, text }) =>
      [...text.matchAll(/"([a-z][^"`]{9,})"/gi)].map(([, line = '']) => ({ name, line })),
    );
    expect(quotes.length).toBeGreaterThan(5);
    const unknown = quotes.filter(({ line }) => !sources.some((source) => source.includes(line)));
    expect(unknown).toEqual([]);
  });
});

function sourcesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
}
