/**
 * @file check.h
 * @brief Counts passed and failed checks.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#ifndef MONGOOSE_CHECK_H
#define MONGOOSE_CHECK_H

#include <iostream>
#include <string>

/// The checks of one test program.
class Checks
{
public:
    void that(bool holds, const std::string& what)
    {
        mFailed += holds ? 0 : 1;
        mPassed += holds ? 1 : 0;
        if (!holds)
        {
            std::cerr << "FAILED: " << what << '\n';
        }
    }

    /// The number of checks until now.
    int count() const { return mPassed + mFailed; }

    /// Prints the summary; returns the exit code of the program.
    int summary(const std::string& name) const
    {
        std::cout << name << ": " << mPassed << " passed, " << mFailed << " failed\n";
        return mFailed == 0 && mPassed > 0 ? 0 : 1;
    }

private:
    int mPassed = 0;
    int mFailed = 0;
};

#endif // MONGOOSE_CHECK_H
