/**
 * @file json.h
 * @brief A reader for the part of JSON that the vectors use.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#ifndef MONGOOSE_JSON_H
#define MONGOOSE_JSON_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// A JSON value. A number keeps its text, so that the caller can read it as the type that it needs.
class Json
{
public:
    /// Reads a whole file; throws a std::runtime_error that names the file and the place of an error.
    static Json fromFile(const std::string& path);

    /// A member, or an empty value if there is none; a missing number is zero.
    const Json& operator[](const std::string& name) const;
    bool has(const std::string& name) const { return mMembers.count(name) > 0; }

    const std::vector<Json>& items() const { return mItems; }
    const std::string& text() const { return mText; }
    double number() const { return mText.empty() ? 0 : std::stod(mText); }
    std::int64_t integer() const { return mText.empty() ? 0 : std::stoll(mText); }
    bool isTrue() const { return mText == "true"; }

private:
    friend class JsonReader;

    std::string mText;
    std::vector<Json> mItems;
    std::map<std::string, Json> mMembers;
};

#endif // MONGOOSE_JSON_H
