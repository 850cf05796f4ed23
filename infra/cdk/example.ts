// A deployment: PLATEN_PACKAGE=../../target/package npx cdk deploy --app 'node example.js'
import { App } from 'aws-cdk-lib';
import { PlatenStack } from './platen';

new PlatenStack(new App(), 'platen', {
  package: process.env.PLATEN_PACKAGE ?? '../../target/package',
  names: 'platen',
  parameters: { LogRetentionDays: '90' },
  tags: { service: 'platen' },
});
