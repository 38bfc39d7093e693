import { read, utils } from '@e965/xlsx'
import sharp from 'sharp'
