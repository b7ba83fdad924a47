import { describeFolder } from './support/folder';

describeFolder(__dirname, 'failures');
