import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const deploy = fileURLToPath(new URL('../../../../deploy/', import.meta.url));
export const observability = path.join(deploy, 'observability');
const alertPages = path.join(deploy, 'runbook/alerts');

/** A Prometheus query, and where it was found. */
export type Query = { readonly from: string; readonly expr: string };

export type AlertRule = {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
};

export function alertRules(): readonly AlertRule[] {
  const { groups } = parse(readFileSync(path.join(observability, 'alerts.yml'), 'utf8')) as {
    groups: { rules: AlertRule[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

export type Page = { readonly name: string; readonly text: string };

/** The runbook's pages about alerts. */
export function pages(): readonly Page[] {
  return readdirSync(alertPages).map((file) => ({
    name: file.replace(/\.md$/, ''),
    text: readFileSync(path.join(alertPages, file), 'utf8'),
  }));
}

export function alertQueries(): readonly Query[] {
  return alertRules().map(({ alert, expr }) => ({ from: `alert ${alert}`, expr }));
}

export type Panel = {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly {
    readonly expr: string;
    readonly legendFormat: string;
    readonly refId: string;
  }[];
};

export function dashboardPanels(): readonly Panel[] {
  const file = path.join(observability, 'dashboard.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { panels: Panel[] }).panels;
}

/** With a time span in place of the one that Grafana chooses. */
export function dashboardQueries(): readonly Query[] {
  return dashboardPanels().flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      from: `panel ${title}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    })),
  );
}

/** The queries on the pages: everything in backticks that contains a metric and more than its name. */
export function pageQueries(): readonly Query[] {
  return pages().flatMap(({ name, text }) =>
    [...text.matchAll(/`([^`]*wallet_service_[^`]*)`/g)].map(([, expr = '']) => ({
      from: `page ${name}`,
      expr,
    })),
  );
}

/** One use of a metric in a query: its name, and the matchers in braces. */
export type Selector = { readonly metric: string; readonly matchers: readonly Matcher[] };
export type Matcher = { readonly label: string; readonly operator: string; readonly value: string };

/** For queries as this repository writes them, without braces in a label's value. */
export function selectorsOf(expr: string): readonly Selector[] {
  const uses = expr.matchAll(/\b((?:wallet_service|nodejs|process)_\w+)(?:\{([^}]*)\})?/g);
  return [...uses].map(([, metric = '', braces = '']) => ({
    metric,
    matchers: [...braces.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
      ([, label = '', operator = '', value = '']) => ({ label, operator, value }),
    ),
  }));
}

/** The labels by which a query aggregates or joins. */
export function groupingsOf(expr: string): readonly string[] {
  return [...expr.matchAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g)].flatMap(
    ([, labels = '']) => labels.split(',').map((label) => label.trim()),
  );
}
