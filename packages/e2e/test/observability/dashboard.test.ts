import { faultsOf, itWithPromtool } from './promtool.js';
import { dashboardPanels, dashboardQueries, groupingsOf } from './queries.js';

// Checks the dashboard as a file. metrics.test.ts checks with the real processes that its metrics and labels exist.

const panels = dashboardPanels();
const graphs = panels.filter(({ type }) => type !== 'row');

it('every panel has a title, a unit and its own queries', () => {
  expect(graphs.length).toBeGreaterThan(30);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { title, targets = [], fieldConfig } of graphs) {
    expect(title).not.toBe('');
    expect(['none', 's', 'bytes', 'reqps', 'percentunit']).toContain(fieldConfig?.defaults.unit);
    expect(targets.length).toBeGreaterThan(0);
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
  }
});

it('no panel overlaps another or leaves the grid', () => {
  const taken = new Map<string, string>();
  for (const { title, gridPos } of panels) {
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect([title, taken.get(`${x},${y}`)]).toEqual([title, undefined]);
        taken.set(`${x},${y}`, title);
      }
  }
});

it('lines are named by labels that their query keeps, and no two lines of a panel alike', () => {
  for (const { title, type, targets = [] } of graphs)
    for (const { expr, legendFormat } of targets) {
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
      const kept = groupingsOf(expr).filter((label) => label !== 'le');
      expect({ title, missing: named.filter((label) => !kept.includes(label ?? '')) }).toEqual({
        title,
        missing: [],
      });
      if (type !== 'stat') expect(legendFormat).not.toBe('');
    }
});

itWithPromtool('Prometheus understands every query', () => {
  expect(faultsOf(dashboardQueries())).toBe('');
});
