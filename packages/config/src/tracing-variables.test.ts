import { Type } from 'typebox';
import { readConfig } from './read-config.js';
import { tracingSettings, tracingVariables } from './tracing-variables.js';

const settingsOf = (env: Record<string, string>) =>
  tracingSettings(readConfig(Type.Object(tracingVariables), env));

describe('tracing variables', () => {
  it('record nothing by default', () => {
    expect(settingsOf({})).toEqual({ endpoint: undefined, sampleRatio: 1 });
  });

  it('name a receiver and a sampling ratio', () => {
    expect(
      settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_SAMPLER_ARG: '0.05' }),
    ).toEqual({ endpoint: 'http://collector:4318', sampleRatio: 0.05 });
  });

  it.each([
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:password@collector' },
    { OTEL_TRACES_SAMPLER_ARG: '2' },
    { OTEL_TRACES_SAMPLER_ARG: 'always_on' },
  ])('are refused as %j', (env) => {
    expect(() => settingsOf(env as Record<string, string>)).toThrow(Object.keys(env)[0]);
  });
});
