#!/usr/bin/env node
// For whoever names this file; the command itself is run.cjs, which starts faster.
import './run.cjs'
